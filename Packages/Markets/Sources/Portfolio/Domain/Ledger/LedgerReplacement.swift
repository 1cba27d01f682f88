public import Foundation

extension LedgerStoring {
  /// Replaces an entry: reverses it and adds another one, both or neither.
  ///
  /// Both are checked together, so that an entry whose coins have left since can be replaced by one that brings enough of them.
  ///
  /// - Parameters:
  ///   - id: The entry to replace.
  ///   - action: The new action.
  ///   - note: The new note.
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
