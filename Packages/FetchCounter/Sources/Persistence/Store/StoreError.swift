import Basics
public import Foundation

/// Why a store could not load or change its value.
///
/// Except for ``notConfirmed(path:_:)``, an error means that the file is exactly as it was before.
public enum StoreError: Error, Sendable {
  /// The file is gone, but its backup is there. Only an explicit request, such as a reset, writes a new one.
  case lost(path: String, backup: String)
  /// The file has no bytes; it is not overwritten without a request. `backup` is the path of a good backup, if any.
  case empty(path: String, backup: String? = nil)
  /// The file's content is corrupt; it is not overwritten without a request. `backup` is the path of a good backup, if any.
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
      .notEncodable(let path, _), .tooLarge(let path, _, _), .changeFailed(let path, _):
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

  /// Whether a newer version of the program wrote the file.
  public var isNewerSchema: Bool {
    if case .newerSchema = self { true } else { false }
  }
}

extension StoreError {
  /// What happened, to which file, as sentences for people.
  public var message: String {
    let file = "\"\(path.escapingInvisibles())\""
    switch self {
    case .empty:
      return "The file \(file) is empty: its content was lost. It was not overwritten."
    case .lost:
      return "The file \(file) is missing, but its backup is there. Nothing was written."
    case .corrupt(_, let reason, _):
      return "The file \(file) is damaged: \(reason). It was not overwritten."
    case .unreadable(_, let reason):
      return "The file \(file) cannot be read: \(reason)."
    case .newerSchema(_, let found, let supported, let writtenBy):
      let author = writtenBy.map { " (\($0.escapingInvisibles()))" } ?? ""
      return """
        The file \(file) was written by a newer version\(author): it has schema \(found), \
        and this version knows up to \(supported). It was not changed.
        """
    case .notWritable(_, let error):
      return "The file \(file) was not changed: \(clause(error))."
    case .notConfirmed(_, let error):
      return "The file \(file) has its new content, which may not survive a loss of power: \(clause(error))."
    case .lockTimeout(_, let holder, let waited):
      let holder = holder?.description ?? "another process"
      return "The file \(file) was not changed: \(holder) has kept it locked for \(seconds(waited)) s."
    case .notEncodable(_, let reason):
      return "The file \(file) was not changed: the new value cannot be stored (\(reason))."
    case .tooLarge(_, let size, let limit):
      return "The file \(file) was not changed: it would have \(size) bytes, more than the \(limit) that are accepted."
    case .changeFailed(_, let error):
      return "The file \(file) was not changed: \(String(describing: error).escapingInvisibles())"
    }
  }

  /// A duration in seconds with at most one decimal.
  private func seconds(_ duration: Duration) -> String {
    let text = Decimals.text(duration / .seconds(1), decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A failed operation, in which a temporary file has the name of the file that it is for.
  private func clause(_ error: FileSystemError) -> String {
    let isTemporary = error.path.hasPrefix(FileLocation(path: path).temporaryPrefix)
    return "\(isTemporary ? FileSystemError(error.operation, path, error.code) : error)"
  }
}

extension StoreError: CustomStringConvertible {
  /// The ``message`` followed by the ``recoverySuggestion``.
  public var description: String {
    [message, recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }
}

extension StoreError: LocalizedError {
  /// The ``message``.
  public var errorDescription: String? { message }

  /// Sentences that tell people how to recover; `nil` when there is no general advice.
  public var recoverySuggestion: String? {
    switch self {
    case .lost(_, let backup):
      """
      To restore the content before the last change, rename "\(backup.escapingInvisibles())" to \
      "\(FileLocation(path: backup).name.dropLast(FileLocation.backupSuffix.count))". To start over, delete that backup.
      """
    case .empty(_, let backup), .corrupt(_, _, let backup):
      (backup.map {
        "To restore the last good content, replace the file with its backup \"\($0.escapingInvisibles())\". "
      } ?? "")
        + "To start over, rename the damaged file."
    case .unreadable(_, let reason): reason.recoverySuggestion
    case .newerSchema: "Use the newer version."
    case .notWritable(_, let error): error.code.recoverySuggestion
    case .notConfirmed: "Check the disk. Do not repeat the change: it was made."
    case .lockTimeout: "Try again when that program is done, or end it."
    case .notEncodable, .tooLarge, .changeFailed: nil
    }
  }
}

/// Why the content of a file is not what a store wrote.
public enum CorruptionReason: Sendable, Hashable {
  /// The text is not JSON; the description says what is wrong and at which byte.
  case notJSON(String)
  /// The text is JSON, but not the object with `schema` and `payload` that a store writes.
  case noEnvelope(String)
  /// The content does not match the checksum beside it: something other than a store changed it.
  case checksumMismatch
  /// The payload does not have the form that the program reads.
  case payload(String)
  /// The payload could not be brought from an older schema to the present one.
  case migration(from: Int, reason: String)
  /// The file has a schema so old that the program has no migration for it.
  case noMigration(from: Int)
}

extension CorruptionReason: CustomStringConvertible {
  /// A clause that says what is wrong.
  public var description: String {
    switch self {
    case .notJSON(let reason): "it is not JSON (\(reason))"
    case .noEnvelope(let reason): "it is not a file of this program (\(reason))"
    case .checksumMismatch:
      "its content does not match its checksum; if you edited it on purpose, delete its \"checksum\" member"
    case .payload(let reason): "its payload cannot be read (\(reason))"
    case .migration(0, let reason): "it is not a file of this program (\(reason))"
    case .migration(let schema, let reason): "its payload of schema \(schema) cannot be converted (\(reason))"
    case .noMigration(let schema): "its schema \(schema) is older than any that this program can convert"
    }
  }
}

/// Why a file could not be read at all.
public enum UnreadableReason: Sendable, Hashable {
  /// The system refused.
  case system(FileSystemError)
  /// There is something else than a file of bytes at the path.
  case notAFile(FileKind)
  /// The file is larger than the store accepts.
  case tooLarge(size: Int, limit: Int)
}

extension UnreadableReason: CustomStringConvertible {
  /// A clause that says what is wrong.
  public var description: String {
    switch self {
    case .system(let error): error.description
    case .notAFile(.folder): "there is a folder in place of the file"
    case .notAFile: "there is a pipe, socket or device in place of the file"
    case .tooLarge(let size, let limit): "it has \(size) bytes, more than the \(limit) that are accepted"
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .system(let error): error.code.recoverySuggestion
    case .notAFile: "Move away what is there, or use another path."
    case .tooLarge: "Move the file away if it is not what it should be."
    }
  }
}
