import Foundation

/// Raises the priority of requests that were sent already, as long as they are queued.
///
/// One handle may go with any number of requests, such as all those of a screen that has just come into view:
///
/// ```swift
/// let handle = PriorityHandle()
/// request.context[PriorityHandle.self] = handle
/// // … while the request waits in a RequestScheduler:
/// handle.raise(to: .interactive)
/// ```
///
/// `@unchecked Sendable`: all variables are guarded by `lock`.
public final class PriorityHandle: @unchecked Sendable {
  private let lock = Lock()
  private var raised: RequestPriority?
  private var listeners: [ObjectIdentifier: @Sendable (RequestPriority) -> Void] = [:]

  /// Makes a handle that has raised nothing yet.
  public init() {}

  /// What was asked for so far; `nil` before the first ``raise(to:)``.
  public var priority: RequestPriority? { lock.withLock { raised } }

  /// Makes the requests at least this urgent, those that wait and those that are sent with the handle later.
  ///
  /// A priority is never lowered.
  ///
  /// - Complexity: O(log n) for each request that waits with this handle, n being all that wait.
  public func raise(to priority: RequestPriority) {
    let listeners = lock.withLock { () -> [@Sendable (RequestPriority) -> Void] in
      if let raised, raised >= priority { return [] }
      raised = priority
      return self.listeners.isEmpty ? [] : Array(self.listeners.values)
    }
    for listener in listeners { listener(priority) }
  }

  func add(_ listener: @escaping @Sendable (RequestPriority) -> Void, for waiter: AnyObject) {
    let raised = lock.withLock {
      listeners[ObjectIdentifier(waiter)] = listener
      return self.raised
    }
    if let raised { listener(raised) }
  }

  func removeListener(for waiter: AnyObject) {
    lock.withLock { listeners[ObjectIdentifier(waiter)] = nil }
  }
}

extension PriorityHandle: MessageContextKey {
  /// None.
  public static var defaultValue: PriorityHandle? { nil }
}
