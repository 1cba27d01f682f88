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
/// Every check uses a new store. Failures are recorded where ``run(sourceLocation:)`` is called, with the broken rule.
struct StoreContract<Value: Codable & Sendable & Equatable>: Sendable {
  /// The samples, which differ from each other and from the default.
  let samples: [Value]
  let makeStore: @Sendable () throws -> any Store<Value>
  let reopen: (@Sendable (any Store<Value>) throws -> any Store<Value>)?
  let corrupt: (@Sendable (any Store<Value>) throws -> Void)?

  /// Creates the contract with at least three different samples other than the default.
  ///
  /// `makeStore` creates an empty store that shares nothing with earlier stores. `reopen` opens the same value as
  /// another process would, and `corrupt` corrupts it without using the store; both are `nil` if unsupported.
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

  /// Records an issue for each broken rule; throws the closures' errors and unexpected store errors.
  func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for rule in try await brokenRules() { Issue.record(Comment(rawValue: rule), sourceLocation: sourceLocation) }
  }

  /// Returns the broken rules as sentences; throws the closures' errors and unexpected store errors.
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
