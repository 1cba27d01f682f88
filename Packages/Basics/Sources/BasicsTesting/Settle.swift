import Observation

/// Waits until a condition on observable main-actor state becomes true, suspending the task between changes.
///
/// If the condition never becomes true, the time limit of the test run ends the wait.
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
