import Basics
import Persistence
import Testing

/// The requirements for every ``Store``, as checks for testing any implementation.
///
/// ```swift
/// @Test("fulfills the contract of stores")
/// func contract() async throws {
///   try await StoreContract(samples: [1, 2, 3], makeStore: { MyStore(default: 0) }).run()
/// }
/// ```
///
/// Every check uses a new store. A failure is recorded where ``run(sourceLocation:)`` is called, with the broken
/// rule.
struct StoreContract<Value: Codable & Sendable & Equatable>: Sendable {
  /// Different values that all differ from the default.
  let samples: [Value]
  let makeStore: @Sendable () throws -> any Store<Value>
  let reopen: (@Sendable (any Store<Value>) throws -> any Store<Value>)?
  let corrupt: (@Sendable (any Store<Value>) throws -> Void)?

  /// Creates the contract for an implementation.
  ///
  /// - Parameters:
  ///   - samples: At least three different values that all differ from the default.
  ///   - makeStore: Creates an empty store that shares nothing with earlier stores.
  ///   - reopen: Creates a second store for the same value, as another process would. The closure is `nil` if
  ///     stores can't be shared.
  ///   - corrupt: Corrupts the stored content without using the store. The closure is `nil` if stores can't be
  ///     corrupted.
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

  /// Runs all checks, and records an issue for each broken rule.
  ///
  /// - Parameter sourceLocation: The location of recorded issues.
  /// - Throws: Errors thrown by the contract's closures, and unexpected errors from the store.
  func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for rule in try await brokenRules() { Issue.record(Comment(rawValue: rule), sourceLocation: sourceLocation) }
  }

  /// Runs all checks without recording issues.
  ///
  /// - Returns: The broken rules as sentences, or an empty array for a correct store.
  /// - Throws: Errors thrown by the contract's closures, and unexpected errors from the store.
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
