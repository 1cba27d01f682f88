/// A clock as the runtime uses it: the time since it was made, and waiting until such a time.
struct RuntimeClock: Sendable {
  /// The time since the runtime was made.
  let now: @Sendable () -> Duration
  /// Waits until a time; throws where the waiting is cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
