/// The values of all flags at one moment.
///
/// A command or a screen takes one snapshot and uses it to its end: then all of its decisions fit together, whatever changes meanwhile.
public struct FlagSnapshot: Sendable {
  /// Gets every reading of a flag.
  public typealias Reporter = @Sendable (FlagEvaluationRecord) -> Void

  private final class Storage: Sendable {
    let table: EvaluatedFlagTable
    let explanations: [FlagExplanation]
    let warnings: [FlagWarning]
    let positions: [String: Int]
    let reporter: Reporter?

    init(table: EvaluatedFlagTable, explanations: [FlagExplanation], warnings: [FlagWarning], reporter: Reporter?) {
      self.table = table
      self.explanations = explanations
      self.warnings = warnings
      self.reporter = reporter
      positions = Dictionary(
        explanations.enumerated().map { ($1.key, $0) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  /// Whether a reporter is being called, whose own readings are not reported.
  @TaskLocal private static var isReporting = false

  private let storage: Storage

  init(catalog: FlagCatalog, readings: [LayerReading], today: CalendarDay, reporter: Reporter?) {
    let flags = catalog.declarations.map { $0.evaluate(readings) }
    storage = Storage(
      table: EvaluatedFlagTable(flags),
      explanations: flags.map(\.explanation),
      warnings: FlagWarning.all(catalog: catalog, readings: readings, flags: flags, today: today),
      reporter: reporter
    )
  }

  /// Why the flags have their values, in the order of the catalogue.
  public var explanations: [FlagExplanation] { storage.explanations }

  /// What a person should know about the sources of flags.
  public var warnings: [FlagWarning] { storage.warnings }

  /// Returns the value of a flag; one that is not in the catalogue has its default.
  ///
  /// - Parameter flag: The flag.
  /// - Returns: The value.
  public func value<Value: FlagValue>(of flag: FeatureFlag<Value>) -> Value {
    if storage.reporter != nil { return reportedValue(of: flag) }
    return unreportedValue(of: flag)
  }

  /// Returns the value of a flag with how it came about.
  ///
  /// - Parameter flag: The flag.
  /// - Returns: The value, why it is so, and what was passed over.
  public func details<Value: FlagValue>(of flag: FeatureFlag<Value>) -> FlagEvaluation<Value> {
    let evaluation =
      storage.table.find(flag)?.evaluation
      ?? FlagEvaluation(key: flag.key, value: flag.defaultValue, reason: .undeclared, malformed: [])
    if let reporter = storage.reporter, !Self.isReporting {
      Self.$isReporting.withValue(true) { reporter(evaluation.record) }
    }
    return evaluation
  }

  /// Returns why a flag has its value.
  ///
  /// - Parameter key: The name of the flag.
  /// - Returns: What every layer says, or `nil` if there is no such flag.
  public func explanation(ofKey key: String) -> FlagExplanation? {
    storage.positions[key].map { storage.explanations[$0] }
  }

  /// Returns why a flag has its value.
  ///
  /// - Parameter flag: The flag.
  /// - Returns: What every layer says; nothing for a flag that is not in the catalogue.
  public func explain<Value: FlagValue>(_ flag: FeatureFlag<Value>) -> FlagExplanation {
    explanation(ofKey: flag.key)
      ?? FlagExplanation(
        key: flag.key,
        value: flag.defaultValue.flagContent,
        defaultValue: flag.defaultValue.flagContent,
        expectation: Value.flagExpectation,
        answers: []
      )
  }

  /// Apart from the fast path, which would otherwise look up the type of the evaluation in every call.
  @inline(never)
  private func reportedValue<Value: FlagValue>(of flag: FeatureFlag<Value>) -> Value {
    details(of: flag).value
  }

  /// The value of a flag without telling the reporter.
  func unreportedValue<Value: FlagValue>(of flag: FeatureFlag<Value>) -> Value {
    guard let found = storage.table.find(flag) else { return flag.defaultValue }
    return found.value
  }

  /// Whether two snapshots say the same, warnings included.
  func isSame(as other: FlagSnapshot) -> Bool {
    explanations == other.explanations && warnings == other.warnings
  }
}
