import Basics
public import Foundation

extension StoreError {
  /// What happened, to which file, as sentences for people.
  public var message: String {
    let file = "\"\(path.printable)\""
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
      let author = writtenBy.map { " (\($0.printable))" } ?? ""
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
      return "The file \(file) was not changed: \(holder) has kept it locked for \(waited.formattedSeconds) s."
    case .notEncodable(_, let reason):
      return "The file \(file) was not changed: the new value cannot be stored (\(reason))."
    case .tooLarge(_, let size, let limit):
      return "The file \(file) was not changed: it would have \(size) bytes, more than the \(limit) that are accepted."
    case .noBackup:
      return "There is no backup \(file) to restore."
    case .changeFailed(_, let error):
      return "The file \(file) was not changed: \(String(describing: error).printable)"
    }
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
      To restore the content before the last change, rename "\(backup.printable)" to \
      "\(FileLocation(path: backup).name.dropLast(FileLocation.backupSuffix.count))". To start over, delete that backup.
      """
    case .empty(_, let backup), .corrupt(_, _, let backup):
      (backup.map { "To restore the last good content, replace the file with its backup \"\($0.printable)\". " } ?? "")
        + "To start over, rename the damaged file."
    case .unreadable(_, let reason): reason.recoverySuggestion
    case .newerSchema: "Use the newer version."
    case .notWritable(_, let error): error.code.recoverySuggestion
    case .notConfirmed: "Check the disk. Do not repeat the change: it was made."
    case .lockTimeout: "Try again when that program is done, or end it."
    case .notEncodable, .tooLarge, .noBackup, .changeFailed: nil
    }
  }
}

extension Duration {
  fileprivate var formattedSeconds: String {
    seconds.formatted(
      .number.precision(.fractionLength(0...1)).grouping(.never).locale(Locale(identifier: "en_US_POSIX"))
    )
  }
}
