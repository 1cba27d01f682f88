import DependencyInjection
import Foundation
import Testing

@Suite("Container build checks")
struct BuildTests {
  @Test("reports a missing registration and the path to it, without running any factory")
  func missing() throws {
    let ran = Counter()
    let found = problems {
      $0.register(Keys.first, needs: Keys.second, line: 10) {
        ran.add()
        return Part($0)
      }
      $0.register(Keys.second, needs: Keys.third, line: 11) { Part($0) }
    }
    guard case .missing(let key, let path, let nearest) = found.first else {
      Issue.record("Expected a missing key, got \(found).")
      return
    }
    #expect(found.count == 1)
    #expect(key == Keys.third.erased)
    #expect(path.map(\.key.name) == ["first", "second"])
    #expect(path.map(\.registration.line) == [10, 11])
    #expect(nearest == [Keys.first.erased, Keys.second.erased])
    #expect(ran.value == 0)
  }

  @Test("reports a dependency cycle with the location of each registration in the cycle")
  func cycle() throws {
    let found = problems {
      $0.register(Keys.text, needs: Keys.first) { _ in "" }
      $0.register(Keys.first, needs: Keys.second, fileID: "App/Root.swift", line: 1) { Part($0) }
      $0.register(Keys.second, needs: Keys.third, fileID: "App/Root.swift", line: 2) { Part($0) }
      $0.register(Keys.third, needs: Keys.first, fileID: "App/Root.swift", line: 3) { Part($0) }
    }
    let problem = try #require(found.first)
    #expect(found.count == 1)
    #expect(
      problem.description == """
        Values depend on each other: 'first' (App/Root.swift:1) → 'second' (App/Root.swift:2) \
        → 'third' (App/Root.swift:3) → 'first' (App/Root.swift:1). Remove one of these dependencies.
        """
    )
  }

  @Test("reports a value that depends on itself as a cycle")
  func selfCycle() {
    let found = problems { $0.register(Keys.first, needs: Keys.first) { Part($0) } }
    guard case .cycle(let path) = found.first else {
      Issue.record("Expected a cycle, got \(found).")
      return
    }
    #expect(path.map(\.key) == [Keys.first.erased])
  }

  @Test("reports all registration problems at once, one per line")
  func several() throws {
    var builder = ContainerBuilder()
    builder.register(Keys.number, fileID: "A.swift", line: 1) { 1 }
    builder.register(Keys.number, fileID: "A.swift", line: 2) { 2 }
    builder.register(Keys.first, needs: Keys.second) { Part($0) }
    builder.register(Keys.text, needs: Keys.text) { $0 }
    let error = try #require(throws: BuildError.self) { try builder.build() }
    let kinds = error.problems.map { problem in
      switch problem {
      case .missing: "missing"
      case .cycle: "cycle"
      case .duplicate: "duplicate"
      }
    }
    #expect(kinds == ["duplicate", "missing", "cycle"])
    #expect(error.description.split(separator: "\n").count == 3)
    #expect(error.localizedDescription == error.description)
    #expect(error.description.contains("is registered at A.swift:1 and again at A.swift:2."))
  }

  @Test("suggests similar key names for a missing key")
  func nearest() throws {
    let misspelled = DependencyKey<Double>("greetr", fileID: "A.swift", line: 5)
    let found = problems {
      $0.register(Keys.greeter) { Politeness() }
      $0.register(Keys.number) { 1 }
      $0.register(Keys.text, needs: misspelled, fileID: "B.swift", line: 6) { "\($0)" }
    }
    let text = try #require(found.first?.description)
    #expect(
      text == """
        'greetr' (Double, declared at A.swift:5) is needed but not registered: 'text' (B.swift:6) → 'greetr', \
        which is not registered. Register it, or use \(Keys.greeter.erased).
        """
    )
  }

  @Test("suggests at most three keys for a missing key")
  func threeNearest() {
    let found = problems {
      for key in [Keys.first, Keys.second, Keys.third, DependencyKey("fourth")] { $0.register(key) { Part() } }
      $0.register(Keys.number, needs: DependencyKey<Part>("fifth")) { _ in 1 }
    }
    guard case .missing(_, _, let nearest) = found.first else {
      Issue.record("Expected a missing key, got \(found).")
      return
    }
    #expect(nearest == [Keys.first, Keys.second, Keys.third].map(\.erased))
  }

  @Test("checks a chain of 20,000 registrations without exhausting the stack")
  func deepChain() throws {
    let keys = (0..<20_000).map { DependencyKey<Int>("\($0)") }
    var builder = ContainerBuilder()
    for index in keys.indices.dropLast() { builder.register(keys[index], needs: keys[index + 1]) { $0 } }
    builder.register(keys[19_999]) { 7 }
    let container = try builder.build()
    #expect(try container.resolve(keys[19_900]) == 7)
  }
}
