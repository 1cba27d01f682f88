import Foundation

/// What inner middleware tells outer middleware about a request, also when it fails and there is no answer to tell it with.
///
/// `@unchecked Sendable`: all variables are guarded by `lock`.
final class RequestTrace: @unchecked Sendable {
  struct Facts: Sendable {
    var attempts = 1
    var redirects = 0
    var queueTime = Duration.zero
    /// Whether an attempt came to its end while it waited for its turn, so that its service knows nothing of it.
    var endedUnsent = false
  }

  private let lock = Lock()
  private var current = Facts()

  var facts: Facts { lock.withLock { current } }

  /// Whether the attempt that just failed was never sent; the next one starts anew.
  func takeEndedUnsent() -> Bool {
    lock.withLock {
      defer { current.endedUnsent = false }
      return current.endedUnsent
    }
  }

  func update(_ change: (inout Facts) -> Void) { lock.withLock { change(&current) } }
}

extension RequestTrace: MessageContextKey {
  static var defaultValue: RequestTrace? { nil }
}
