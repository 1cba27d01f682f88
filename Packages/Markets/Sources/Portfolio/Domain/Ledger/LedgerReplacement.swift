public import Foundation

extension LedgerStoring {
  /// Replaces an entry: reverses it and adds another one.
  ///
  /// Either both succeed or neither does.
  ///
  /// The ledger checks both together. An entry whose coins have since been sold can be replaced by one that adds enough
  /// of them.
  ///
  /// - Parameters:
  ///   - id: The identifier of the entry to replace.
  ///   - action: The action of the new entry.
  ///   - note: The note of the new entry.
  ///   - time: The time of the new entry, from 1970 to now.
  ///   - now: The time of the reversal.
  /// - Returns: The new entry.
  /// - Throws: ``LedgerError``, such as ``LedgerRefusal/alreadyReversed(_:by:)``.
  @discardableResult
  public func replace(
    _ id: UUID,
    with action: LedgerAction,
    note: String?,
    at time: Date,
    now: Date = Date()
  ) throws(LedgerError) -> LedgerEntry {
    guard time <= now else { throw .refused(.invalid(.future)) }
    let entry = LedgerEntry(time: time, action: action, note: note)
    do throws(LedgerError) {
      try add([
        LedgerImportRow(position: .entry(1), entry: LedgerEntry(time: now, action: .reversal(of: id))),
        LedgerImportRow(position: .entry(2), entry: entry),
      ])
    } catch {
      guard case .importRefused(_, let refusal) = error else { throw error }
      throw .refused(refusal)
    }
    return entry
  }
}
