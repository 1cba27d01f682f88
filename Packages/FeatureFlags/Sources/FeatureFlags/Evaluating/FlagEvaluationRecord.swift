/// One reading of a flag, as a reporter gets it.
public struct FlagEvaluationRecord: Sendable, Hashable {
  /// The name of the flag.
  public let key: String
  /// The value that was read.
  public let value: FlagContent
  /// Why the flag has this value.
  public let reason: FlagReason
  /// What was passed over on the way because it doesn't fit the flag's type, the highest layer first.
  public let malformed: [FlagAnswer]
}
