public import Foundation

/// What can be chosen about a ``JSONFileStore`` beyond its file and its value.
public struct StoreSettings: Sendable {
  /// The largest file that is read or written, in bytes; 64 MiB unless set.
  public var sizeLimit = 64 * 1_024 * 1_024
  /// How many damaged files are kept under other names; 5 unless set, at least 1; the oldest go first.
  package var corruptCopies = 5
  /// Whether the previous content stays as a backup at every write; true unless set.
  package var keepsBackup = true
  /// How often the file is looked at while somebody observes it; 0.5 s unless set.
  package var pollInterval = Duration.milliseconds(500)
  /// The clock that measures ``pollInterval``.
  package var pollClock: any Clock<Duration> = ContinuousClock()
  /// The clock for time-outs and the names of damaged files.
  package var clock = StoreClock.system
  /// Who is named as the holder of a lock, and in the names of temporary files.
  package var holder = LockHolder.current

  /// Creates the settings that suit most stores.
  public init() {}
}

/// The time for a store's copies, time-outs and waits; tests replace it.
public struct StoreClock: Sendable {
  /// The date, for the names of damaged files that are kept.
  package let date: @Sendable () -> Date
  /// The time since an arbitrary moment, which never goes back.
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
