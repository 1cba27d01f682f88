/// The value of a flag with how it came about.
public struct FlagEvaluation<Value: FlagValue>: Sendable, Equatable {
  /// The name of the flag.
  public let key: String
  /// The value.
  public let value: Value
  /// Why it has this value.
  public let reason: FlagReason
  /// What was passed over on the way because it doesn't fit the flag's type, the highest layer first.
  public let malformed: [FlagAnswer]

  /// The same without its type parameter.
  var record: FlagEvaluationRecord {
    FlagEvaluationRecord(key: key, value: value.flagContent, reason: reason, malformed: malformed)
  }
}
