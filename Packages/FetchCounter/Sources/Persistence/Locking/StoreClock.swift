public import Foundation

/// The time as a store sees it: for the names of copies, for time-outs, and for waiting between two tries of a lock.
///
/// Tests replace it to let time pass without waiting.
public struct StoreClock: Sendable {
  /// The date, for the names of damaged files that are kept.
  public let date: @Sendable () -> Date
  /// The time since an arbitrary moment, which never goes back.
  public let uptime: @Sendable () -> Duration
  /// Blocks the calling thread for about the given time.
  public let wait: @Sendable (Duration) -> Void

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - date: Returns the date.
  ///   - uptime: Returns the time since an arbitrary moment.
  ///   - wait: Blocks the calling thread for about the given time.
  public init(
    date: @escaping @Sendable () -> Date,
    uptime: @escaping @Sendable () -> Duration,
    wait: @escaping @Sendable (Duration) -> Void
  ) {
    self.date = date
    self.uptime = uptime
    self.wait = wait
  }

  /// The clock of the machine.
  public static let system = StoreClock(
    date: { Date() },
    uptime: { referenceInstant.duration(to: ContinuousClock.now) },
    wait: { Thread.sleep(forTimeInterval: $0.seconds) }
  )

  private static let referenceInstant = ContinuousClock.now
}

extension Duration {
  /// The length in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
