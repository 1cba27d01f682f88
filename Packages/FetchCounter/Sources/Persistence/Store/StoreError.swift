import Basics
public import Foundation

/// The reason a store couldn't load or change its value.
///
/// After any error except ``notConfirmed(path:_:)``, the file is unchanged.
public enum StoreError: Error, Sendable {
  /// The file is lost, but its backup exists; only an explicit request, such as a reset, writes a new file.
  case lost(path: String, backup: String)
  /// The file is empty; only an explicit request overwrites it, and `backup` is a valid backup's path, if any.
  case empty(path: String, backup: String? = nil)
  /// The content is corrupt; only an explicit request overwrites it, and `backup` is a valid backup's path, if any.
  case corrupt(path: String, CorruptionReason, backup: String? = nil)
  /// The file couldn't be read.
  case unreadable(path: String, UnreadableReason)
  /// A newer version of the program wrote the file, so this version doesn't change it.
  case newerSchema(path: String, found: Int, supported: Int, writtenBy: String?)
  /// The new value or the lock file couldn't be written; the old value is still stored.
  case notWritable(path: String, FileSystemError)
  /// The new value is in the file, but the system didn't confirm that it would survive a power loss.
  case notConfirmed(path: String, FileSystemError)
  /// Another thread or process held the file lock until the timeout.
  case lockTimeout(path: String, holder: LockHolder?, waited: Duration)
  /// The new value can't be encoded, or its encoding can't be decoded again.
  case notEncodable(path: String, reason: String)
  /// The new value would make the file exceed the store's size limit, in bytes.
  case tooLarge(path: String, size: Int, limit: Int)
  /// The closure that changes the value threw this error.
  case changeFailed(path: String, any Error)
}

extension StoreError {
  /// The path of the stored file, even if its lock file caused the error.
  public var path: String {
    switch self {
    case .lost(let path, _), .empty(let path, _), .corrupt(let path, _, _), .unreadable(let path, _),
      .newerSchema(let path, _, _, _),
      .notWritable(let path, _), .notConfirmed(let path, _), .lockTimeout(let path, _, _),
      .notEncodable(let path, _), .tooLarge(let path, _, _), .changeFailed(let path, _):
      path
    }
  }

  /// Whether a stored value is lost or corrupt.
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
  /// A human-readable description of the problem and the file, in sentences.
  public var message: String {
    let file = "\"\(path.escapingInvisibles())\""
    switch self {
    case .empty:
      return "The file \(file) is empty: its content was lost. It was not overwritten."
    case .lost:
      return "The file \(file) is missing, but its backup exists. Nothing was written."
    case .corrupt(_, let reason, _):
      return "The file \(file) is corrupt: \(reason). It was not overwritten."
    case .unreadable(_, let reason):
      return "The file \(file) cannot be read: \(reason)."
    case .newerSchema(_, let found, let supported, let writtenBy):
      let author = writtenBy.map { " (\($0.escapingInvisibles()))" } ?? ""
      return """
        The file \(file) was written by a newer version\(author): it has schema \(found), \
        and this version supports schemas up to \(supported). It was not changed.
        """
    case .notWritable(_, let error):
      return "The file \(file) was not changed: \(clause(error))."
    case .notConfirmed(_, let error):
      return "The file \(file) was written, but the change may not survive a power failure: \(clause(error))."
    case .lockTimeout(_, let holder, let waited):
      let holder = holder?.description ?? "another process"
      return "The file \(file) was not changed: \(holder) has kept it locked for \(seconds(waited)) s."
    case .notEncodable(_, let reason):
      return "The file \(file) was not changed: the new value cannot be stored (\(reason))."
    case .tooLarge(_, let size, let limit):
      return "The file \(file) was not changed: it would have \(size) bytes, more than the limit of \(limit)."
    case .changeFailed(_, let error):
      return "The file \(file) was not changed: \(String(describing: error).escapingInvisibles())"
    }
  }

  /// Returns a duration in seconds with at most one decimal.
  private func seconds(_ duration: Duration) -> String {
    let text = Decimals.text(duration / .seconds(1), decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns a description of a failed operation that mentions the target file instead of a temporary file.
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

  /// The recovery suggestion as sentences, or `nil` if there is no general advice.
  public var recoverySuggestion: String? {
    switch self {
    case .lost(_, let backup):
      """
      To restore the content from before the last change, rename "\(backup.escapingInvisibles())" to \
      "\(FileLocation(path: backup).name.dropLast(FileLocation.backupSuffix.count))". To start over, delete that backup.
      """
    case .empty(_, let backup), .corrupt(_, _, let backup):
      (backup.map {
        "To restore the last good content, replace the file with its backup \"\($0.escapingInvisibles())\". "
      } ?? "")
        + "To start over, rename the corrupt file."
    case .unreadable(_, let reason): reason.recoverySuggestion
    case .newerSchema: "Use the newer version."
    case .notWritable(_, let error): error.code.recoverySuggestion
    case .notConfirmed: "Check the disk. Don't repeat the change, because it was made."
    case .lockTimeout: "Try again when that program has finished, or quit it."
    case .notEncodable, .tooLarge, .changeFailed: nil
    }
  }
}

/// The reason a file's content isn't valid.
public enum CorruptionReason: Sendable, Hashable {
  /// The text isn't JSON; the string contains the reason and the byte offset.
  case notJSON(String)
  /// The text is JSON, but not an object with `schema` and `payload` as written by a store.
  case noEnvelope(String)
  /// The content doesn't match its checksum, because something other than a store changed the file.
  case checksumMismatch
  /// The payload isn't in the format that the program reads.
  case payload(String)
  /// The payload couldn't be migrated from an older schema to the current one.
  case migration(from: Int, reason: String)
  /// The program has no migration for the file's old schema.
  case noMigration(from: Int)
}

extension CorruptionReason: CustomStringConvertible {
  /// A clause that describes the corruption.
  public var description: String {
    switch self {
    case .notJSON(let reason): "it is not JSON (\(reason))"
    case .noEnvelope(let reason): "it was not written by this program (\(reason))"
    case .checksumMismatch:
      "its content does not match its checksum; if you edited it on purpose, delete its \"checksum\" member"
    case .payload(let reason): "its payload cannot be read (\(reason))"
    case .migration(0, let reason): "it was not written by this program (\(reason))"
    case .migration(let schema, let reason): "its payload with schema \(schema) cannot be converted (\(reason))"
    case .noMigration(let schema): "this program can no longer convert its old schema \(schema)"
    }
  }
}

/// The reason a file couldn't be read.
public enum UnreadableReason: Sendable, Hashable {
  /// A system call failed.
  case system(FileSystemError)
  /// The path leads to something other than a regular file.
  case notAFile(FileKind)
  /// The file exceeds the store's size limit, in bytes.
  case tooLarge(size: Int, limit: Int)
}

extension UnreadableReason: CustomStringConvertible {
  /// A clause that describes the reason.
  public var description: String {
    switch self {
    case .system(let error): error.description
    case .notAFile(.folder): "the path is a folder, not a file"
    case .notAFile: "the path is a pipe, socket or device, not a file"
    case .tooLarge(let size, let limit): "it has \(size) bytes, more than the limit of \(limit)"
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .system(let error): error.code.recoverySuggestion
    case .notAFile: "Move that item somewhere else, or use another path."
    case .tooLarge: "If this isn't the expected file, move it somewhere else."
    }
  }
}
