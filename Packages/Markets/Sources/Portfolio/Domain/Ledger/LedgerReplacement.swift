public import Foundation

extension LedgerStoring {
  /// Replaces an entry by reversing it and adding a new entry; either both changes succeed or neither does.
  ///
  /// The ledger checks them together, so an entry whose coins have since been sold can be replaced if the new entry
  /// adds enough of them. `time`, from 1970 to now, is the new entry's time, and `now` is the reversal's time. Errors
  /// include ``LedgerRefusal/alreadyReversed(_:by:)``.
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
    try addTogether([LedgerEntry(time: now, action: .reversal(of: id)), entry])
    return entry
  }

  /// Reverses entries and restores others, as ``restore(_:)`` does; if any step fails, nothing changes.
  ///
  /// Errors include ``LedgerRefusal/alreadyReversed(_:by:)``.
  public func reverse(
    _ ids: [UUID],
    restoring copies: [LedgerEntry] = [],
    now: Date = Date()
  ) throws(LedgerError) {
    // The error for a single reversal says how many coins are missing.
    if ids.count == 1, copies.isEmpty { try reverse(ids[0]); return }
    try addTogether(ids.map { LedgerEntry(time: now, action: .reversal(of: $0)) } + copies)
  }

  /// Adds copies of reversed entries, made by ``LedgerEntry/copy()``, or adds nothing if a copy can't be added.
  ///
  /// Copies that the ledger already contains are skipped, so a second attempt duplicates nothing.
  public func restore(_ copies: [LedgerEntry]) throws(LedgerError) { try addTogether(copies) }

  /// Returns the current identifiers of the given entries, in the same order.
  ///
  /// An undo restores a reversed entry with a new identifier. An older undo, which knows only the former identifier,
  /// uses this function to find the restored entry: one with the same content that was added after the reversal. An
  /// entry that isn't reversed or wasn't restored keeps its identifier.
  public func currentIDs(of ids: [UUID]) throws(LedgerError) -> [UUID] {
    let table = try snapshot().table
    var taken: Set<Int> = []
    return ids.map { id in
      guard let position = table.position(of: id), let reversal = table.reversals[position] else { return id }
      let entry = table.entry(at: position)
      let restored = table.records.indices[reversal...].first { candidate in
        guard table.records[candidate].kind == entry.action.kind, table.reversals[candidate] == nil,
          !taken.contains(candidate)
        else { return false }
        let other = table.entry(at: candidate)
        return other.time == entry.time && other.action == entry.action && other.note == entry.note
      }
      guard let restored else { return id }
      taken.insert(restored)
      return table.records[restored].id
    }
  }

  private func addTogether(_ entries: [LedgerEntry]) throws(LedgerError) {
    do throws(LedgerError) {
      try add(entries.enumerated().map { LedgerImportRow(position: .entry($0.offset + 1), entry: $0.element) })
    } catch {
      guard case .importRefused(_, let refusal) = error else { throw error }
      throw .refused(refusal)
    }
  }
}
