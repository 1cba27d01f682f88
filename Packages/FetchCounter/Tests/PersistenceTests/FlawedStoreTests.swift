import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

/// An in-memory store with a single flaw.
private final class FlawedStore: Store {
  enum Flaw: String, CaseIterable, Sendable {
    case changesAfterThrow
    case overwritesDamage
    case showsDefaultForDamage
    case losesChanges
    case forgetsAsynchronousChange
    case resetsToNothing
    case replacesGoodValues
    case endsObservation
    case lookingStores
  }

  let base: InMemoryStore<Int>
  let flaw: Flaw?
  private let changeCount = Locked(0)
  var defaultValue: Int { base.defaultValue }
  var path: String { base.path }

  init(_ flaw: Flaw?) {
    base = InMemoryStore(default: 0)
    self.flaw = flaw
  }

  func outcome() -> LoadOutcome<Int> {
    let outcome = base.outcome()
    if flaw == .showsDefaultForDamage, outcome.error(path: path) != nil { return .missing }
    if flaw == .lookingStores, outcome.isMissing { base.setOutcome(.value(0)) }
    return outcome
  }

  func update<Result>(_ change: (inout Int) throws -> Result) throws(StoreError) -> Result {
    switch flaw {
    case .changesAfterThrow:
      var value = base.outcome().value ?? 0
      do {
        defer { base.setOutcome(.value(value)) }
        return try change(&value)
      } catch {
        throw .changeFailed(path: path, error)
      }
    case .overwritesDamage:
      if base.outcome().error(path: path) != nil { base.setOutcome(.missing) }
      return try base.update(change)
    case .losesChanges:
      let isLost = changeCount.withLock { count in
        count += 1
        return count % 7 == 0
      }
      let before = base.outcome()
      defer { if isLost { base.setOutcome(before) } }
      return try base.update(change)
    default:
      return try base.update(change)
    }
  }

  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Int) throws -> Result
  ) async throws(StoreError) -> Result {
    func now() throws(StoreError) -> Result { try update(change) }
    let before = base.outcome()
    let result = try now()
    if flaw == .forgetsAsynchronousChange { base.setOutcome(before) }
    return result
  }

  func reset(to value: Int?) throws(StoreError) -> String? {
    if flaw == .resetsToNothing {
      base.setOutcome(.missing)
      return nil
    }
    return try base.reset(to: value)
  }

  func replaceIfCorrupt(with value: Int?) throws(StoreError) -> String? {
    try flaw == .replacesGoodValues ? base.reset(to: value) : base.replaceIfCorrupt(with: value)
  }

  func changes() -> AsyncStream<LoadOutcome<Int>> {
    flaw == .endsObservation ? AsyncStream { $0.finish() } : base.changes()
  }
}

@Suite("Store contract checks")
struct FlawedStoreTests {
  private func contract(_ flaw: FlawedStore.Flaw?) -> StoreContract<Int> {
    StoreContract(
      samples: [1, 2, 3],
      makeStore: { FlawedStore(flaw) },
      corrupt: { store in try #require(store as? FlawedStore).base.setOutcome(.corrupt(.notJSON("for the test"))) }
    )
  }

  @Test("detects each flaw in a store", arguments: FlawedStore.Flaw.allCases)
  private func flaw(flaw: FlawedStore.Flaw) async throws {
    do {
      #expect(try await !contract(flaw).brokenRules().isEmpty)
    } catch let error as StoreError {
      // A flaw that makes a check fail with an error has also been detected.
      #expect(error.path == "memory")
    }
  }

  @Test("finds no flaw in a correct store")
  func noFlaw() async throws {
    #expect(try await contract(nil).brokenRules().isEmpty)
  }
}
