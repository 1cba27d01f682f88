public import Foundation

/// The entries in a ledger at a point in time, and the results derived from them.
public struct LedgerSnapshot: Sendable {
  let table: LedgerTable
  /// The first 1,000 unreadable lines in the file.
  public let problems: [LedgerProblem]
  /// The total number of lines that couldn't be read.
  public let problemCount: Int

  init(table: LedgerTable, problems: [LedgerProblem] = [], problemCount: Int = 0) {
    self.table = table
    self.problems = problems
    self.problemCount = problemCount
  }

  package static let empty = LedgerSnapshot(table: LedgerTable())

  /// The number of entries, including reversed entries and reversals.
  public var count: Int { table.records.count }

  /// Returns all entries in the order in which they were recorded, including reversed entries and reversals.
  ///
  /// This method takes linear time.
  public func entries() -> [LedgerEntry] { table.records.indices.map { table.entry(at: $0) } }

  package func entry(_ id: UUID) -> LedgerEntry? { table.position(of: id).map { table.entry(at: $0) } }

  /// Returns whether an entry can be reversed: it isn't a reversal and hasn't been reversed.
  public func canBeReversed(_ entry: LedgerEntry) -> Bool {
    entry.action.kind != .reversal && reversal(of: entry.id) == nil
  }

  package func reversal(of id: UUID) -> UUID? {
    table.position(of: id).flatMap { table.reversals[$0] }.map { table.records[$0].id }
  }

  package func amount(ofCoin id: String) -> Decimal {
    table.names.existingKey(of: id).map { table.balance(ofCoin: $0).decimal } ?? 0
  }

  /// All coins in the ledger, ordered by their first entries.
  public var coins: [CoinReference] { table.balances.indices.map { table.coin(Int32($0)) } }

  /// The currency codes for prices in effective entries, each with the time of its first entry.
  package var currencies: [String: Date] {
    var times: [Int32: Timestamp] = [:]
    for position in table.effectivePositions() {
      let record = table.records[position]
      if record.hasPrice, times[record.currency] == nil { times[record.currency] = record.time }
    }
    return Dictionary(uniqueKeysWithValues: times.map { (table.names.currencies[$0], $1.date) })
  }

  /// The balances of all held coins, ordered by their first entries.
  public var balances: [CoinBalance] {
    table.balances.indices.compactMap { number in
      let amount = table.balances[number]
      return amount.isZero ? nil : CoinBalance(coin: table.coin(Int32(number)), amount: amount.decimal)
    }
  }
}

/// The held amount of a coin.
public struct CoinBalance: Sendable, Hashable {
  /// The coin, with the symbol of its latest entry.
  public let coin: CoinReference
  /// The held amount, which is negative only if entries are missing because of damaged lines.
  package let amount: Decimal

  package init(coin: CoinReference, amount: Decimal) {
    self.coin = coin
    self.amount = amount
  }
}

/// A line in a ledger file that couldn't be read as an entry.
///
/// The line stays in the file unchanged.
public struct LedgerProblem: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The line isn't an entry. The associated value is the reason.
    case damaged(String)
    case checksum
    /// The file ends in the middle of this line. The next addition moves the line into a separate file.
    case torn
    /// A newer version of this program wrote the line. The associated value is the line's format version. The ledger is
    /// read-only until the program is updated.
    case newerSchema(Int)
    case duplicate(UUID)
    /// The line reverses an entry that is missing, already reversed or a reversal.
    case pointlessReversal(of: UUID)
  }

  package let line: Int
  package let kind: Kind

  package init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

extension LedgerProblem: CustomStringConvertible {
  /// A sentence with the line number and a recovery suggestion.
  public var description: String {
    switch kind {
    case .damaged(let reason): "Line \(line) is not counted: \(reason). Correct the line, or record its entry again."
    case .checksum:
      """
      Line \(line) is not counted: it doesn't match its checksum. Restore the line from a backup; \
      if you edited it yourself, remove its "crc" member.
      """
    case .torn:
      "Line \(line) is not counted: it is incomplete. The next entry moves the line to a file next to the ledger."
    case .newerSchema(let version):
      """
      Line \(line) was written by a newer version of this program (format \(version)). \
      Until you update this program, the ledger is read-only.
      """
    case .duplicate(let id): "Line \(line) is not counted: it repeats the entry \(id.uuidString.lowercased())."
    case .pointlessReversal(let id):
      """
      Line \(line) is not counted: it reverses the entry \(id.uuidString.lowercased()), \
      which is missing, already reversed or itself a reversal.
      """
    }
  }
}

/// An entry in a list of recent activity.
public struct Activity: Sendable, Hashable, Identifiable {
  /// The ledger entry.
  public let entry: LedgerEntry
  package let reversedBy: UUID?
  package let original: LedgerEntry?

  /// The ledger entry's identifier.
  public var id: UUID { entry.id }
  package var isReversed: Bool { reversedBy != nil }
}

extension LedgerSnapshot {
  /// Returns the latest entries for one coin or all coins, newest first, including reversed entries and reversals.
  ///
  /// If the entries are in chronological order, the search stops at the limit. Otherwise, the whole ledger is sorted.
  public func activities(ofCoin coin: String? = nil, limit: Int = .max) -> [Activity] {
    var number: Int32?
    if let coin {
      number = table.names.existingKey(of: coin)
      if number == nil { return [] }
    }
    let records = table.records
    let newestFirst =
      table.isInOrderOfTime
      ? Array(records.indices.reversed())
      : records.indices.sorted { (records[$0].time, $0) > (records[$1].time, $1) }
    var activities: [Activity] = []
    for position in newestFirst {
      guard activities.count < limit else { break }
      let original = records[position].original.flatMap { table.position(of: $0) }
      if let number {
        let record = records[original ?? position]
        guard record.coin == number || record.otherCoin == number else { continue }
      }
      activities.append(
        Activity(
          entry: table.entry(at: position),
          reversedBy: table.reversals[position].map { records[$0].id },
          original: original.map { table.entry(at: $0) }
        )
      )
    }
    return activities
  }
}
