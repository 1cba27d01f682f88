/// Whether a request may share an answer with others that are the same.
public enum CoalescingMode: MessageContextKey, Sendable, Hashable {
  /// It may.
  case shared
  /// It is sent by itself; for answers that go on and on, and for requests that are meant to be made twice.
  case separate

  /// ``shared``.
  public static let defaultValue = CoalescingMode.shared
}

/// Whether an answer came with another caller's request; in the answer's context.
public enum IsCoalesced: MessageContextKey {
  /// `false`.
  public static let defaultValue = false
}
