import Observation

/// Waits until a condition on observable state of the main actor is true.
///
/// The task suspends between changes. The suite's time limit ends a wait that would never end.
@available(macOS 14, iOS 17, *)
@MainActor
public func settle(until condition: @MainActor () -> Bool) async {
  while !Task.isCancelled {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let holds = withObservationTracking {
      condition()
    } onChange: {
      continuation.finish()
    }
    if holds { return }
    for await _ in changes {}
  }
}
