/// The closures that want to know about changes of one ``FlagProvider``; for use in implementations.
public final class FlagObservers: Sendable {
  private struct State {
    var next = 0
    var closures: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Guarded(State())

  /// Creates an empty list.
  public init() {}

  /// Adds a closure.
  ///
  /// - Parameter onChange: The closure.
  /// - Returns: Removes the closure when it is cancelled or released.
  public func add(_ onChange: @escaping @Sendable () -> Void) -> FlagObservation {
    let number = state.withLock { state in
      state.next += 1
      state.closures[state.next] = onChange
      return state.next
    }
    return FlagObservation { [weak self] in
      // Released outside of the lock: a closure may hold what observes.
      _ = self?.state.withLock { $0.closures.removeValue(forKey: number) }
    }
  }

  /// Calls all closures, oldest first, with no lock held.
  public func notify() {
    let closures = state.withLock { state in state.closures.sorted { $0.key < $1.key }.map(\.value) }
    for closure in closures { closure() }
  }
}
