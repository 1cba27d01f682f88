public import Foundation

/// An append-only ledger: entries can be added but never changed.
///
/// All methods block, so don't call them on the main actor. Added entries are on disk when a method returns.
public protocol LedgerStoring: Sendable {
  /// Reads the current ledger, including entries from other processes.
  ///
  /// Unreadable lines aren't errors; ``LedgerSnapshot/problems`` lists them.
  func snapshot() throws(LedgerError) -> LedgerSnapshot

  /// Adds an entry with a new identifier, and returns once the entry is durable.
  ///
  /// The returned snapshot doesn't have to be read from the file again, so nothing can fail once the entry is durable.
  ///
  /// An entry without a time is never earlier than the latest effective entry, even if the clock was set back. An entry
  /// with a time, which must be from 1970 to now (stored in milliseconds), is inserted in chronological order. It must not
  /// remove more of a coin than was held at its time; otherwise, ``LedgerError/refused(_:)`` is thrown.
  func record(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerRecording

  /// Adds all rows, or nothing if a row is invalid.
  ///
  /// Rows with an identifier that the ledger already contains are skipped. Rows without an identifier are skipped if
  /// the ledger contains their content. Every row is inserted in chronological order, and no entry may remove more of a
  /// coin than is held at its time.
  ///
  /// - Parameter rows: The entries, each with its position in the imported file for error messages.
  /// - Returns: The numbers of added and skipped rows, and the added entries.
  /// - Throws: ``LedgerError``.
  @discardableResult
  func add(_ rows: [LedgerImportRow]) throws(LedgerError) -> LedgerImportResult
}

/// An added entry and the ledger that contains it.
public struct LedgerRecording: Sendable {
  /// The added entry.
  public let entry: LedgerEntry
  /// The ledger after the addition.
  public let snapshot: LedgerSnapshot

  package init(entry: LedgerEntry, snapshot: LedgerSnapshot) {
    self.entry = entry
    self.snapshot = snapshot
  }
}

extension LedgerStoring {
  /// Adds an entry as ``LedgerStoring/record(_:note:at:)`` does, but returns only the entry.
  @discardableResult
  public func enter(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerEntry {
    try record(action, note: note, at: time).entry
  }

  /// Adds an entry with the current time.
  @discardableResult
  public func enter(_ action: LedgerAction, note: String? = nil) throws(LedgerError) -> LedgerEntry {
    try enter(action, note: note, at: nil)
  }

  /// Reverses an entry, or throws an error if later entries need the coins that the entry added.
  @discardableResult
  public func reverse(_ id: UUID, note: String? = nil) throws(LedgerError) -> LedgerEntry {
    try enter(.reversal(of: id), note: note)
  }
}
