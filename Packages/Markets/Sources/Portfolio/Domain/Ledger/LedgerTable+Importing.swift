import Foundation

extension LedgerTable {
  struct ImportFault: Error {
    let position: ImportPosition
    let refusal: LedgerRefusal
  }

  /// The tolerance for wrong clocks and time zones, in seconds: entries can be at most this far in the future.
  private static let tolerance: TimeInterval = 86_400

  /// Adds rows in order; an error leaves the table partly changed, so callers work on a copy.
  mutating func add(_ rows: [LedgerImportRow], now: Date) throws(ImportFault) -> LedgerImportResult {
    let before = self
    let first = records.count
    // Only rows without an identifier need the content comparison.
    var known = rows.allSatisfy(\.hasIdentity) ? nil : KnownContents(of: self)
    var positions: [ImportPosition] = []
    var skipped = 0
    var recognized = 0
    var differing: [UUID] = []
    for row in rows {
      do throws(LedgerRefusal) {
        let record = try checkedRecord(row.entry, now: now)
        if !row.hasIdentity, let present = known?.take(record) {
          skipped += 1
          recognized += 1
          if row.entry.note != entry(at: present).note { differing.append(records[present].id) }
        } else if let present = position(of: record.id) {
          skipped += 1
          if self.entry(of: record) != entry(at: present) { differing.append(record.id) }
        } else {
          try enter(record)
          positions.append(row.position)
        }
      } catch {
        throw ImportFault(position: row.position, refusal: error)
      }
    }
    try checkShortfalls(since: first, before: before, positions)
    return LedgerImportResult(
      summary: LedgerImportSummary(
        added: positions.count,
        skipped: skipped,
        recognized: recognized,
        differing: differing
      ),
      entries: records.indices[first...].map { entry(at: $0) },
      reversed: records[first...].compactMap { $0.original.flatMap(before.position) }.map { before.entry(at: $0) }
    )
  }

  /// The content of a ledger's entries, for matching rows without an identifier.
  ///
  /// Each entry matches only one row, so equal rows in a file aren't skipped as duplicates of each other. Reversed
  /// entries don't match, so importing them again restores them.
  private struct KnownContents {
    private struct Content: Hashable {
      let time: Timestamp
      let kind: LedgerKind
      let coin: Int32
      let amount: FixedPoint
      let price: FixedPoint
      let currency: Int32
      let fee: FixedPoint
      let otherCoin: Int32
      let otherAmount: FixedPoint
      let original: UUID?

      init(_ record: LedgerRecord) {
        time = record.time
        kind = record.kind
        coin = record.coin
        amount = record.amount
        price = record.price
        currency = record.currency
        fee = record.fee
        otherCoin = record.otherCoin
        otherAmount = record.otherAmount
        original = record.original
      }
    }

    /// The positions of the entries with each content, latest first.
    private var positions: [Content: [Int]] = [:]

    init(of table: LedgerTable) {
      for position in table.records.indices.reversed() where table.reversals[position] == nil {
        positions[Content(table.records[position]), default: []].append(position)
      }
    }

    /// Returns the position of the earliest equal entry that hasn't matched yet, and marks it as matched.
    mutating func take(_ record: LedgerRecord) -> Int? { positions[Content(record)]?.popLast() }
  }

  private mutating func checkedRecord(_ entry: LedgerEntry, now: Date) throws(LedgerRefusal) -> LedgerRecord {
    do throws(InvalidEntry) {
      guard entry.time <= now.addingTimeInterval(LedgerTable.tolerance) else { throw .impossibleTime }
      return try newRecord(entry)
    } catch {
      throw .invalid(error)
    }
  }

  private func checkShortfalls(
    since first: Int,
    before: LedgerTable,
    _ positions: [ImportPosition]
  ) throws(ImportFault) {
    var coins: Set<Int32> = []
    for position in first..<records.count {
      let record = records[position]
      let moved = record.original.flatMap { self.position(of: $0) }.map { records[$0] } ?? record
      if let (coin, _) = record.kind == .reversal ? moved.incoming : record.outgoing { coins.insert(coin) }
    }
    guard !coins.isEmpty else { return }
    let shortfalls = shortfalls(from: effectivePositions())
    let shortfallsBefore = before.shortfalls(from: before.effectivePositions())
    for coin in coins.sorted() {
      // Earlier shortfalls come from damaged lines, not from this import.
      guard shortfallsBefore[coin] == nil, let shortfall = shortfalls[coin] else { continue }
      let record = records[shortfall.position]
      let row = shortfall.position >= first ? shortfall.position : culprit(of: coin, since: first, record)
      throw ImportFault(
        position: positions[row - first],
        refusal: .insufficient(
          coin: self.coin(coin),
          held: shortfall.held.decimal,
          needed: record.amount.decimal
        )
      )
    }
  }

  /// Returns the row that causes a shortfall in an existing entry: the last row that removes coins needed by the entry.
  private func culprit(of coin: Int32, since first: Int, _ record: LedgerRecord) -> Int {
    records.indices[first...].last { position in
      let row = records[position]
      if row.outgoing?.coin == coin { return row.time <= record.time }
      return row.original.flatMap { self.position(of: $0) }.map { records[$0].incoming?.coin == coin } ?? false
    } ?? first
  }
}
