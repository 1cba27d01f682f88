import Observation

/// Waits until a condition on observable state of the main actor holds.
///
/// It suspends between the changes. A time limit of the suite ends a wait that never does.
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
