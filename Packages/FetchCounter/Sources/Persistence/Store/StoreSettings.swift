public import Foundation

/// The settings of a ``JSONFileStore`` beyond its file and its value.
public struct StoreSettings: Sendable {
  /// The maximum file size for reading and writing, in bytes; 64 MiB by default.
  public var sizeLimit = 64 * 1_024 * 1_024
  /// The number of newest corrupt files kept under other names, at least 1; 5 by default.
  package var corruptCopies = 5
  /// Whether every write keeps the previous content as a backup; true by default.
  package var keepsBackup = true
  /// The time between checks for changes while a task observes the file; 0.5 s by default.
  package var pollInterval = Duration.milliseconds(500)
  /// The clock that measures ``pollInterval``.
  package var pollClock: any Clock<Duration> = ContinuousClock()
  /// The clock for timeouts and for the names of corrupt files.
  package var clock = StoreClock.system
  /// The process named as the holder of a lock and in the names of temporary files.
  package var holder = LockHolder.current

  /// Creates the default settings.
  public init() {}
}

/// A clock for a store's timeouts, waits and file names, which tests can replace.
public struct StoreClock: Sendable {
  /// The current date, for the names of kept corrupt files.
  package let date: @Sendable () -> Date
  /// The time since an arbitrary moment; never decreases.
  package let uptime: @Sendable () -> Duration
  /// Blocks the calling thread for about the given time.
  package let wait: @Sendable (Duration) -> Void

  /// Creates a clock; `wait` blocks the calling thread for about the given time.
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
    wait: { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }
  )

  private static let referenceInstant = ContinuousClock.now
}
