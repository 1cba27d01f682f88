public import Foundation

/// Additional settings for a ``JSONFileStore``.
public struct StoreSettings: Sendable {
  /// The maximum file size for reading and writing, in bytes.
  public var sizeLimit = 64 * 1_024 * 1_024
  /// The maximum number of corrupt files to keep under other names, at least 1; the oldest files are removed first.
  package var corruptCopies = 5
  /// Whether every write keeps the previous content as a backup.
  package var keepsBackup = true
  /// The time between checks for changes while a task observes the file.
  package var pollInterval = Duration.milliseconds(500)
  package var pollClock: any Clock<Duration> = ContinuousClock()
  /// The clock for timeouts and for the names of corrupt files.
  package var clock = StoreClock.system
  /// The process that appears as the lock holder and in the names of temporary files.
  package var holder = LockHolder.current

  /// Creates the default settings.
  public init() {}
}

/// A replaceable clock for a store's timeouts, waits and file names.
public struct StoreClock: Sendable {
  /// A closure that returns the date for the names of preserved corrupt files.
  package let date: @Sendable () -> Date
  /// A closure that returns the time since an arbitrary moment; the time never decreases.
  package let uptime: @Sendable () -> Duration
  /// A closure that blocks the calling thread for approximately the given time.
  package let wait: @Sendable (Duration) -> Void

  /// Creates a clock; `wait` blocks the calling thread for approximately the given time.
  public init(
    date: @escaping @Sendable () -> Date,
    uptime: @escaping @Sendable () -> Duration,
    wait: @escaping @Sendable (Duration) -> Void
  ) {
    self.date = date
    self.uptime = uptime
    self.wait = wait
  }

  /// The system clock.
  public static let system = StoreClock(
    date: { Date() },
    uptime: { referenceInstant.duration(to: ContinuousClock.now) },
    wait: { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }
  )

  private static let referenceInstant = ContinuousClock.now
}
