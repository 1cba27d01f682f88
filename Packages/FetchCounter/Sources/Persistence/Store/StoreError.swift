/// Why a store could not load or change its value.
///
/// Except for ``notConfirmed(path:_:)``, an error means that the file is exactly as it was before.
public enum StoreError: Error, Sendable {
  /// The file is gone, but its backup is there. Only an explicit request, such as a reset, writes a new one.
  case lost(path: String, backup: String)
  /// The file has no bytes: its content was lost. It is not overwritten until somebody asks for that.
  ///
  /// `backup` is the path of the backup, if there is one with good content.
  case empty(path: String, backup: String? = nil)
  /// The file's content is damaged. It is not overwritten until somebody asks for that.
  ///
  /// `backup` is the path of the backup, if there is one with good content.
  case corrupt(path: String, CorruptionReason, backup: String? = nil)
  /// The file could not be read.
  case unreadable(path: String, UnreadableReason)
  /// A newer version of the program wrote the file; this one leaves it alone.
  case newerSchema(path: String, found: Int, supported: Int, writtenBy: String?)
  /// The new value could not be written, or the lock file not be created; the old value is still there.
  case notWritable(path: String, FileSystemError)
  /// The new value is in the file, but the system did not confirm that it survives a loss of power.
  case notConfirmed(path: String, FileSystemError)
  /// Somebody else held the file's lock for too long.
  case lockTimeout(path: String, holder: LockHolder?, waited: Duration)
  /// The new value cannot be stored: it does not encode, or what it encodes to does not decode.
  case notEncodable(path: String, reason: String)
  /// The new value would make the file larger than the store accepts to read.
  case tooLarge(path: String, size: Int, limit: Int)
  /// There is no backup to restore.
  case noBackup(path: String)
  /// The closure that should change the value threw; the error is its.
  case changeFailed(path: String, any Error)
}

extension StoreError {
  /// The path of the file concerned; for a lock that could not be had, that of the protected file.
  public var path: String {
    switch self {
    case .lost(let path, _), .empty(let path, _), .corrupt(let path, _, _), .unreadable(let path, _),
      .newerSchema(let path, _, _, _),
      .notWritable(let path, _), .notConfirmed(let path, _), .lockTimeout(let path, _, _),
      .notEncodable(let path, _), .tooLarge(let path, _, _), .noBackup(let path), .changeFailed(let path, _):
      path
    }
  }

  /// Whether there was a value, but it is lost or damaged.
  public var isCorrupt: Bool {
    switch self {
    case .lost, .empty, .corrupt: true
    default: false
    }
  }

  /// Whether the file could not be read.
  public var isUnreadable: Bool {
    if case .unreadable = self { true } else { false }
  }

  /// Whether a newer version of the program wrote the file.
  public var isNewerSchema: Bool {
    if case .newerSchema = self { true } else { false }
  }

  /// Whether the system refused to write, or did not confirm it.
  public var isNotWritable: Bool {
    switch self {
    case .notWritable, .notConfirmed: true
    default: false
    }
  }

  /// Whether somebody else held the lock for too long.
  public var isLockTimeout: Bool {
    if case .lockTimeout = self { true } else { false }
  }
}
