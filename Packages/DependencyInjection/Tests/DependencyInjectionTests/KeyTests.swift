import DependencyInjection
import Testing

extension DependencyKey where Value == any Greeter {
  fileprivate static var computed: Self { DependencyKey("computed") }
}

@Suite("Dependency keys")
struct KeyTests {
  @Test("treats keys created at the same location as equal")
  func computed() throws {
    let container = try container { $0.register(.computed) { Politeness() } }
    #expect(try container.resolve(.computed).greeting == "Good day")
  }

  @Test("distinguishes keys by type, name, file and line")
  func identity() {
    let key = DependencyKey<Int>("a", fileID: "M/A.swift", line: 1).erased
    let others = [
      DependencyKey<Int8>("a", fileID: "M/A.swift", line: 1).erased,
      DependencyKey<Int>("b", fileID: "M/A.swift", line: 1).erased,
      DependencyKey<Int>("a", fileID: "M/B.swift", line: 1).erased,
      DependencyKey<Int>("a", fileID: "M/A.swift", line: 2).erased,
    ]
    for other in others { #expect(other != key) }
    #expect(DependencyKey<Int>("a", fileID: "M/A.swift", line: 1).erased == key)
    #expect(Set(others + [key, key]).count == 5)
  }

  @Test("distinguishes many keys with the same type declared on the same line")
  func crowd() throws {
    let keys = (0..<500).map { DependencyKey<Int>("number \($0)") }
    let container = try container {
      for (index, key) in keys.enumerated() { $0.register(key) { index } }
    }
    for (index, key) in keys.enumerated() { #expect(try container.resolve(key) == index) }
  }

  @Test("describes a key with its name, type and location")
  func description() {
    let key = DependencyKey<Int>("number", fileID: "Module/Keys.swift", line: 12)
    #expect(key.erased.description == "'number' (Int, declared at Module/Keys.swift:12)")
  }
}
