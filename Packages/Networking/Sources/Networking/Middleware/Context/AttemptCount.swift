/// In a request's context, which attempt it is; in an answer's, how many were made: 1 without a retry.
public enum AttemptCount: MessageContextKey {
  /// 1.
  public static let defaultValue = 1
}
