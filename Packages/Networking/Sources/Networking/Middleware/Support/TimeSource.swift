/// What middleware needs of a clock: how much time has gone by, and waiting.
struct TimeSource: Sendable {
  private let read: @Sendable () -> Duration
  private let pause: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    pause = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// The time since a fixed point; it never goes back.
  var now: Duration { read() }

  /// Waits.
  ///
  /// - Throws: ``NetworkError/cancelled`` as soon as the task is cancelled.
  func sleep(for duration: Duration) async throws(NetworkError) {
    do {
      try await pause(duration)
    } catch {
      throw .cancelled
    }
  }
}

extension Duration {
  /// In seconds, with fractions.
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
