/// How urgent a request is; what ``RequestScheduler`` orders by.
///
/// ```swift
/// request.context[RequestPriority.self] = .prefetch
/// ```
public enum RequestPriority: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Nobody waits for it.
  case background
  /// Somebody may want it soon.
  case prefetch
  /// What holds where nothing is said.
  case normal
  /// A person waits for it now.
  case interactive

  /// Whether the left one is less urgent.
  public static func < (left: RequestPriority, right: RequestPriority) -> Bool { left.rawValue < right.rawValue }
}

extension RequestPriority: MessageContextKey {
  /// ``normal``.
  public static let defaultValue = RequestPriority.normal
}
