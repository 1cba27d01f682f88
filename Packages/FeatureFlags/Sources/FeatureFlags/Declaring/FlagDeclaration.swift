/// A ``FeatureFlag`` without its type parameter, as catalogues and listings hold it.
public struct FlagDeclaration: Sendable {
  /// The name of the flag.
  public let key: String
  /// What values are accepted, as it completes the sentence "expected …".
  public let expectation: String
  /// The value where no layer says anything that fits.
  public let defaultContent: FlagContent
  /// What the flag changes, in a sentence.
  public let description: String
  /// Who decides about the flag.
  public let owner: String
  /// The last day on which the flag should exist, or `nil` for a flag that stays.
  public let expiry: CalendarDay?
  /// The content as layers with types keep it, `nil` if it is not of the flag's type.
  let normalised: @Sendable (FlagContent) -> FlagContent?
  /// Makes of the layers' readings, highest first, what a snapshot keeps of the flag.
  let evaluate: @Sendable ([LayerReading]) -> EvaluatedFlag

  init<Value: FlagValue>(_ flag: FeatureFlag<Value>) {
    key = flag.key
    expectation = Value.flagExpectation
    defaultContent = flag.defaultValue.flagContent
    description = flag.description
    owner = flag.owner
    expiry = flag.expiry
    normalised = { Value(flagContent: $0)?.flagContent }
    evaluate = { TypedEvaluatedFlag(flag, readings: $0) }
  }
}
