public import Foundation

/// A ledger: entries are added and never changed.
///
/// The methods block, some of them until the disk has written; call them away from the main actor.
public protocol LedgerStoring: Sendable {
  /// The ledger as it is now, with what other processes have entered.
  ///
  /// - Throws: ``LedgerError``; lines that cannot be read are no error but ``LedgerSnapshot/problems``.
  func snapshot() throws(LedgerError) -> LedgerSnapshot

  /// Adds an entry with a new identity, and returns when it is durable.
  ///
  /// The snapshot is what is known by then: nothing is read again, so nothing can fail once the entry is durable.
  ///
  /// The time of now is never before that of the latest entry that counts, so that a clock that was set back changes no order. An entry
  /// of an earlier time finds its place by it: at no time may more of a coin have left than had come.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - note: A remark.
  ///   - time: When it happened, from 1970 to now, to the millisecond; nil stands for now.
  /// - Returns: The entry, and the ledger with it.
  /// - Throws: ``LedgerError``, among others when more would leave than is held, or a later entry needs what would.
  func record(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerRecording

  /// Adds all rows, or none of them when one is wrong.
  ///
  /// Rows whose identity is in the ledger already are skipped, and so are rows without an identity whose content is. Rows are put into their place by their time: at no time
  /// may more of a coin have left than had come.
  ///
  /// - Parameter rows: The entries, each with its place in the imported file for the error.
  /// - Returns: How many were added and skipped.
  /// - Throws: ``LedgerError``.
  @discardableResult
  func add(_ rows: [LedgerImportRow]) throws(LedgerError) -> LedgerImportSummary
}

/// An entry that was added, and the ledger with it.
public struct LedgerRecording: Sendable {
  /// The entry.
  public let entry: LedgerEntry
  /// The ledger with the entry.
  public let snapshot: LedgerSnapshot

  package init(entry: LedgerEntry, snapshot: LedgerSnapshot) {
    self.entry = entry
    self.snapshot = snapshot
  }
}

extension LedgerStoring {
  /// Adds an entry like ``record(_:note:at:)``.
  @discardableResult
  public func enter(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerEntry {
    try record(action, note: note, at: time).entry
  }

  /// Adds an entry with the current time.
  @discardableResult
  public func enter(_ action: LedgerAction, note: String? = nil) throws(LedgerError) -> LedgerEntry {
    try enter(action, note: note, at: nil)
  }

  /// Undoes an entry with a reversal; fails if the coins that the entry brought are gone.
  @discardableResult
  public func reverse(_ id: UUID, note: String? = nil) throws(LedgerError) -> LedgerEntry {
    try enter(.reversal(of: id), note: note)
  }
}
