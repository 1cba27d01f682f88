public import Foundation

extension StoreError: CustomStringConvertible {
  /// Sentences for people: what happened, to which file, and what can be done.
  public var description: String {
    let file = "\"\(path.printable)\""
    return switch self {
    case .empty:
      "The file \(file) is empty: its content was lost. It was not overwritten. \(rescue)"
    case .corrupt(_, let damage):
      "The file \(file) is damaged: \(damage). It was not overwritten. \(rescue)"
    case .unreadable(_, let reason):
      "The file \(file) cannot be read: \(reason). \(reason.cure)".trimmed
    case .newerSchema(_, let found, let supported, let writtenBy):
      """
      The file \(file) was written by a newer version\(writtenBy.map { " (\($0.printable))" } ?? ""): it has schema \(found), \
      and this version knows up to \(supported). It was not changed. Use the newer version.
      """
    case .notWritable(_, let error):
      "The file \(file) was not changed: \(error). \(error.code.cure)".trimmed
    case .notConfirmed(_, let error):
      "The file \(file) has its new content, which may not survive a loss of power: \(error). \(error.code.cure)".trimmed
    case .lockTimeout(_, let holder, let waited):
      """
      The file \(file) was not changed: \(holder?.description ?? "another process") has kept it locked for \
      \(waited.formattedSeconds) s. Try again when that program is done, or end it.
      """
    case .notEncodable(_, let reason):
      "The file \(file) was not changed: the new value cannot be stored (\(reason))."
    case .tooLarge(_, let size, let limit):
      "The file \(file) was not changed: it would have \(size) bytes, more than the \(limit) that are accepted."
    case .noBackup:
      "There is no backup \(file) to restore."
    case .changeFailed(_, let error):
      "The file \(file) was not changed: \(String(describing: error).printable)"
    }
  }

  private var rescue: String {
    "The last good content may be in \"\(path.printable).bak\"; resetting keeps the damaged file under another name."
  }
}

extension StoreError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension String {
  fileprivate var trimmed: String {
    hasSuffix(" ") ? String(dropLast()) : self
  }
}

extension Duration {
  fileprivate var formattedSeconds: String {
    seconds.formatted(
      .number.precision(.fractionLength(0...1)).grouping(.never).locale(Locale(identifier: "en_US_POSIX"))
    )
  }
}
