import Observation

/// Waits until a condition on observable main actor state is true.
///
/// The task suspends between changes. The suite's time limit ends a wait whose condition never becomes true.
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
