/// What can be chosen about a ``JSONFileStore`` beyond its file and its value.
public struct StoreSettings: Sendable {
  /// The largest file that is read or written, in bytes; 64 MiB unless set.
  ///
  /// A guard against absurd files, which would fill the memory.
  public var sizeLimit = 64 * 1_024 * 1_024
  /// How many damaged files are kept under other names; 5 unless set, at least 1; the oldest go first.
  public var corruptCopies = 5
  /// Whether the previous content stays as a backup at every write; true unless set.
  public var keepsBackup = true
  /// How often the file is looked at while somebody observes it; 0.5 s unless set.
  public var pollInterval = Duration.milliseconds(500)
  /// The clock that measures ``pollInterval``.
  public var pollClock: any Clock<Duration> = ContinuousClock()
  /// The clock for time-outs and the names of damaged files.
  public var clock = StoreClock.system
  /// Who is named as the holder of a lock, and in the names of temporary files.
  public var holder = LockHolder.current

  /// Creates the settings that suit most stores.
  public init() {}
}
