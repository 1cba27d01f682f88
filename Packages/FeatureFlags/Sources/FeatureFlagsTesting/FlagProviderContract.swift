public import FeatureFlags
public import Testing

/// What every `FlagProvider` has to do, as checks that any implementation can run in its tests.
///
/// ```swift
/// @Test("Keeps the contract of providers")
/// func contract() async throws {
///   try await FlagProviderContract(makeProvider: { MyProvider(values: $0) }).run()
/// }
/// ```
///
/// Every check makes a provider of its own. Failures are recorded at the place where ``run(sourceLocation:)`` is called, each with the rule
/// that is broken.
public struct FlagProviderContract: Sendable {
  /// Values for the keys of ``catalog``, all as a person would write them.
  public typealias Values = [String: String]

  /// The flags that the contract uses: `contractSwitch`, `contractCount`, `contractRatio` and `contractText`, one of each standard type.
  public static let catalog: FlagCatalog = {
    do {
      return try FlagCatalog(ContractFlags.isOn, ContractFlags.count, ContractFlags.ratio, ContractFlags.text)
    } catch {
      preconditionFailure("The flags of the contract have different names.")
    }
  }()

  let makeProvider: @Sendable (Values) throws -> any FlagProvider
  let change: (@Sendable (any FlagProvider, Values) throws -> Void)?

  /// Creates the contract for an implementation.
  ///
  /// - Parameters:
  ///   - makeProvider: Makes a provider that says just what it is given, about keys of the catalogue and one that isn't in it. Where a
  ///     source has types, `true`, `3` and `0.5` are to be given to it as such.
  ///   - change: Makes a provider say something else from now on, in one step; `nil` for providers that never change.
  public init(
    makeProvider: @escaping @Sendable (Values) throws -> any FlagProvider,
    change: (@Sendable (any FlagProvider, Values) throws -> Void)? = nil
  ) {
    self.makeProvider = makeProvider
    self.change = change
  }

  /// Runs all checks and records an issue for each broken rule.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
  /// - Throws: What the closures given to the contract throw.
  public func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for rule in try await brokenRules() { Issue.record(Comment(rawValue: rule), sourceLocation: sourceLocation) }
  }

  /// Runs all checks and records nothing.
  ///
  /// - Returns: The rules that are broken, as sentences; empty for a provider that keeps the contract.
  /// - Throws: What the closures given to the contract throw.
  public func brokenRules() async throws -> [String] {
    let checker = FlagProviderContractChecker(contract: self)
    try checker.checkSilence()
    try checker.checkValues()
    try checker.checkUnknownKey()
    try checker.checkChange()
    try checker.checkObservation()
    try await checker.checkThreads()
    try await checker.checkStream()
    return checker.brokenRules.rules
  }
}

enum ContractFlags {
  static let isOn = flag("contractSwitch", false)
  static let count = flag("contractCount", 0)
  static let ratio = flag("contractRatio", 0.0)
  static let text = flag("contractText", "")

  private static func flag<Value: FlagValue>(_ key: String, _ value: Value) -> FeatureFlag<Value> {
    FeatureFlag(key, default: value, description: "Used by the contract of providers.", owner: "the contract")
  }
}
