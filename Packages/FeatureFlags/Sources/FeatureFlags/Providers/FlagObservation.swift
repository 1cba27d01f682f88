/// A subscription to changes of a ``FlagProvider``, which ends when it is cancelled or released.
public final class FlagObservation: Sendable {
  private let onEnd: Guarded<(@Sendable () -> Void)?>

  /// Creates an observation.
  ///
  /// - Parameter onEnd: Ends it. Called once.
  public init(_ onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = Guarded(onEnd)
  }

  deinit {
    cancel()
  }

  /// Ends the observation; a call that is under way may still finish.
  public func cancel() {
    let onEnd = onEnd.withLock { stored in
      defer { stored = nil }
      return stored
    }
    onEnd?()
  }
}
