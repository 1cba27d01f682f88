public import Foundation

/// Why a ledger could not be read or was not changed.
public enum LedgerError: Error, Sendable, Hashable {
  /// The entry was not accepted.
  case refused(LedgerRefusal)
  /// Nothing was imported, because of what is at this place of the imported file.
  case importRefused(ImportPosition, LedgerRefusal)
  /// The ledger holds lines of a newer format, so this version only reads it.
  case newerSchema(path: String, line: Int, version: Int)
  /// Another process has kept the ledger locked for so long.
  case locked(path: String, waited: Duration)
  /// The ledger cannot be read.
  case unreadable(path: String, FileFailure)
  /// The ledger was not changed.
  case notWritten(path: String, FileFailure)
  /// The ledger holds the new entry, but the system did not confirm that it survives a loss of power.
  case notConfirmed(path: String, FileFailure)
}

extension LedgerError: LocalizedError, CustomStringConvertible {
  /// What happened, where, and what can be done, as sentences for people.
  public var description: String { [message, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }

  /// What happened and where, as sentences for people.
  public var message: String {
    switch self {
    case .refused(let refusal): "The ledger was not changed. \(refusal)"
    case .importRefused(let position, let refusal): "Nothing was imported. \(position): \(refusal)"
    case .newerSchema(let path, let line, let version):
      """
      The ledger "\(path.printable)" was not changed: line \(line) was written by a newer version of this program \
      (format \(version)).
      """
    case .locked(let path, let waited):
      """
      The ledger "\(path.printable)" was not changed: another process has kept it locked for \
      \(waited.components.seconds) s.
      """
    case .unreadable(let path, let failure): "The ledger \"\(path.printable)\" cannot be read: \(failure)."
    case .notWritten(let path, let failure): "The ledger \"\(path.printable)\" was not changed: \(failure)."
    case .notConfirmed(let path, let failure):
      "The ledger \"\(path.printable)\" holds the new entry, which may not survive a loss of power: \(failure)."
    }
  }

  /// The same as ``message``.
  public var errorDescription: String? { message }

  /// The next step for the person; `nil` where ``message`` names it.
  public var recoverySuggestion: String? {
    switch self {
    case .refused, .importRefused: nil
    case .newerSchema: "Update this program."
    case .locked: "Try again when it is done."
    case .unreadable(_, let failure): failure.recoverySuggestion
    case .notWritten(_, let failure): failure.recoverySuggestion ?? "Try again."
    case .notConfirmed: "Check the disk; do not enter it again."
    }
  }
}
