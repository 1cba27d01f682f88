import Basics
import Persistence
import Testing

/// What every ``Store`` has to do, as checks that any implementation can run in its tests.
///
/// ```swift
/// @Test("Keeps the contract of stores")
/// func contract() async throws {
///   try await StoreContract(samples: [1, 2, 3], makeStore: { MyStore(default: 0) }).run()
/// }
/// ```
///
/// Every check makes a store of its own. Failures are recorded at the place where ``run(sourceLocation:)`` is called,
/// each with the rule that is broken.
struct StoreContract<Value: Codable & Sendable & Equatable>: Sendable {
  /// Different values, none of which is the default.
  let samples: [Value]
  let makeStore: @Sendable () throws -> any Store<Value>
  let reopen: (@Sendable (any Store<Value>) throws -> any Store<Value>)?
  let corrupt: (@Sendable (any Store<Value>) throws -> Void)?

  /// Creates the contract for an implementation.
  ///
  /// - Parameters:
  ///   - samples: At least three different values, none of which is the default.
  ///   - makeStore: Makes an empty store that shares nothing with those made before.
  ///   - reopen: Makes a second store of the same value, as another process would; `nil` for stores that cannot be
  ///     shared.
  ///   - corrupt: Corrupts the stored content without using the store; `nil` for stores that cannot be corrupted.
  init(
    samples: [Value],
    makeStore: @escaping @Sendable () throws -> any Store<Value>,
    reopen: (@Sendable (any Store<Value>) throws -> any Store<Value>)? = nil,
    corrupt: (@Sendable (any Store<Value>) throws -> Void)? = nil
  ) {
    precondition(samples.count > 2, "The contract needs three different values.")
    self.samples = samples
    self.makeStore = makeStore
    self.reopen = reopen
    self.corrupt = corrupt
  }

  /// Runs all checks and records an issue for each broken rule.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
  /// - Throws: What the closures given to the contract throw, and errors of the store where none may be.
  func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for rule in try await brokenRules() { Issue.record(Comment(rawValue: rule), sourceLocation: sourceLocation) }
  }

  /// Runs all checks and records nothing.
  ///
  /// - Returns: The rules that are broken, as sentences; empty for a store that keeps the contract.
  /// - Throws: What the closures given to the contract throw, and errors of the store where none may be.
  func brokenRules() async throws -> [String] {
    let checker = StoreContractChecker(contract: self)
    try checker.checkEmptyStore()
    try checker.checkChange()
    try checker.checkFailingChange()
    try checker.checkReset()
    try checker.checkSharing()
    try checker.checkCorruption()
    try await checker.checkThreads()
    try await checker.checkAsynchronousChange()
    try await checker.checkObservation()
    return checker.brokenRules.withLock { $0 }
  }
}
