import DependencyInjection
import Foundation
import Testing

@Suite("Resolution errors")
struct FailureTests {
  @Test("rejects an unregistered key and suggests similar keys")
  func missing() throws {
    let container = try container { $0.register(Keys.first) { Part() } }
    guard case .missing(let key, let nearest) = failure(container, Keys.second) else {
      Issue.record("Expected a missing key.")
      return
    }
    #expect(key == Keys.second.erased)
    #expect(nearest == [Keys.first.erased])
  }

  @Test("reports the cause and path when a factory throws, and calls the factory again on the next request")
  func throwing() throws {
    // Given: a factory that throws an error when it first runs
    let runs = Counter()
    let container = try container {
      $0.register(Keys.first, needs: Keys.second, line: 20) { Part($0) }
      $0.register(Keys.second, line: 21) {
        if runs.add() == 1 { throw Refusal() }
        return Part()
      }
    }
    // When: the factory's value is needed
    guard case .factoryFailed(let path, let cause) = failure(container, Keys.first) else {
      Issue.record("Expected the failure of a factory.")
      return
    }
    // Then: the error contains the path and the cause
    #expect(path.map(\.key.name) == ["first", "second"])
    #expect(path.map(\.registration.line) == [20, 21])
    #expect(cause as? Refusal == Refusal())
    #expect(ResolutionError.factoryFailed(path: path, cause: cause).rootCause is Refusal)
    // And: the next request succeeds
    #expect(try container.resolve(Keys.first).others.count == 1)
    #expect(runs.value == 2)
  }

  @Test("describes resolution errors in sentences that include source locations")
  func sentences() throws {
    let key = DependencyKey<Int>("number", fileID: "App/Keys.swift", line: 3).erased
    let other = DependencyKey<Int>("numbers", fileID: "App/Keys.swift", line: 4).erased
    let place = SourcePlace(fileID: "App/Root.swift", line: 9)
    let step = ResolutionStep(key: key, registration: place)
    let table: [(ResolutionError, String)] = [
      (
        .missing(key, nearest: [other]),
        "'number' (Int, declared at App/Keys.swift:3) is not registered in this container. "
          + "Register it, or use 'numbers' (Int, declared at App/Keys.swift:4)."
      ),
      (
        .factoryFailed(path: [step], cause: Refusal()),
        "The factory of 'number' (App/Root.swift:9) failed: Refusal(). Requested by: 'number' (App/Root.swift:9)."
      ),
    ]
    for (error, sentence) in table {
      #expect(error.description == sentence)
      #expect(error.localizedDescription == sentence)
    }
  }
}
