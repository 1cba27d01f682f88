/// A request's priority in a ``RequestScheduler``'s queue.
///
/// ```swift
/// request.context[RequestPriority.self] = .prefetch
/// ```
public enum RequestPriority: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// No user is waiting for the response.
  case background
  /// A user may need the response soon.
  case prefetch
  /// The default priority.
  case normal
  /// A user is waiting for the response.
  case interactive

  /// Returns whether the left priority is less urgent than the right one.
  public static func < (left: RequestPriority, right: RequestPriority) -> Bool { left.rawValue < right.rawValue }
}

extension RequestPriority: MessageContextKey {
  /// The default priority: ``normal``.
  public static let defaultValue = RequestPriority.normal
}

/// A handle that raises the priority of requests waiting in a ``RequestScheduler``.
///
/// One handle may serve any number of requests, such as all requests for a screen that has just become visible:
///
/// ```swift
/// let handle = PriorityHandle()
/// request.context[PriorityHandle.self] = handle
/// // … while the request waits:
/// handle.raise(to: .interactive)
/// ```
public final class PriorityHandle: Sendable {
  private struct State {
    var raised: RequestPriority?
    var listeners: [Int: @Sendable (RequestPriority) -> Void] = [:]
    var lastListener = 0
  }

  private let state = Locked(State())

  /// Creates a handle that hasn't raised any priority yet.
  public init() {}

  package var priority: RequestPriority? { state.withLock { $0.raised } }

  /// Raises the priority of waiting and future requests with this handle to at least the given one; never lowers it.
  ///
  /// - Complexity: O(log n) for each waiting request with this handle, where n is the number of all waiting requests.
  public func raise(to priority: RequestPriority) {
    let listeners = state.withLock { state -> [@Sendable (RequestPriority) -> Void] in
      if let raised = state.raised, raised >= priority { return [] }
      state.raised = priority
      return state.listeners.isEmpty ? [] : Array(state.listeners.values)
    }
    for listener in listeners { listener(priority) }
  }

  /// Adds a listener, and calls it at once if the priority has already been raised; returns the listener's number.
  func addListener(_ listener: @escaping @Sendable (RequestPriority) -> Void) -> Int {
    let (number, raised) = state.withLock { state -> (Int, RequestPriority?) in
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      return (state.lastListener, state.raised)
    }
    if let raised { listener(raised) }
    return number
  }

  func removeListener(_ number: Int) { state.withLock { $0.listeners[number] = nil } }
}

extension PriorityHandle: MessageContextKey {}
