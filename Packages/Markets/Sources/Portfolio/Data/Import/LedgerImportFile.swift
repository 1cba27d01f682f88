public import Foundation

/// The entries in a file, ready to be added to a ledger.
public struct LedgerImportFile: Sendable {
  /// A line without an entry.
  public struct IgnoredLine: Sendable, Hashable {
    /// The line number, counted from 1.
    public let line: Int
    /// The reason as a clause, without a period.
    public let reason: String
  }

  /// The name of the exchange's layout, such as `Kraken ledger`; `nil` for this program's own layouts.
  public let layout: String?
  /// The entries, in the order in which they are added to the ledger.
  public let rows: [LedgerImportRow]
  /// The lines without an entry, such as deposits of money.
  public let ignored: [IgnoredLine]

  /// Creates an import from CSV or JSON.
  ///
  /// The extension `csv` or `json` determines the format; for other extensions, the first character does.
  public init(_ data: Data, named name: String) throws(ImportError) {
    let isJSON =
      switch (name as NSString).pathExtension.lowercased() {
      case "json": true
      case "csv": false
      default: data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
      }
    if isJSON { try self.init(json: data) } else { try self.init(csv: data) }
  }

  /// Creates an import from CSV in the layout of ``LedgerCSV`` or an exchange, detected by the header.
  public init(csv data: Data) throws(ImportError) {
    let lines = try CSVReader.rows(in: data)
    guard let (layout, header) = try ExchangeLayout.layout(of: lines) else {
      self.init(layout: nil, rows: try LedgerCSV.rows(in: lines), ignored: [])
      return
    }
    var entries = ExchangeEntries()
    try layout.read(try ExchangeRow.rows(in: lines[header...], layout), &entries)
    self.init(layout: layout.name, rows: entries.sortedRows, ignored: entries.ignored.sorted { $0.line < $1.line })
  }

  /// Creates an import from a JSON document in the ``LedgerJSON`` format.
  public init(json data: Data) throws(ImportError) {
    self.init(layout: nil, rows: try LedgerJSON.rows(in: data), ignored: [])
  }

  private init(layout: String?, rows: [LedgerImportRow], ignored: [IgnoredLine]) {
    self.layout = layout
    self.rows = rows
    self.ignored = ignored
  }
}

struct ExchangeEntries {
  private var rows: [LedgerImportRow] = []
  private(set) var ignored: [LedgerImportFile.IgnoredLine] = []

  /// Adds an entry with a row's time and position; `identity` is the exchange's identifier for the transaction.
  mutating func add(_ action: LedgerAction, from row: ExchangeRow, identity: String?, note: String? = nil) {
    rows.append(
      LedgerImportRow(
        position: .line(row.line),
        entry: LedgerEntry(id: identity.map(UUID.derived) ?? UUID(), time: row.time, action: action, note: note),
        hasIdentity: identity != nil
      )
    )
  }

  mutating func ignore(_ row: ExchangeRow, because reason: String) {
    ignored.append(.init(line: row.line, reason: reason))
  }

  /// The entries in chronological order, with incoming coins before outgoing coins at the same time.
  ///
  /// Files that begin with the latest transaction are reversed first, so rows with the same time keep their order.
  var sortedRows: [LedgerImportRow] {
    let isDescending = rows.first.map { first in rows.last.map { $0.entry.time < first.entry.time } ?? false } ?? false
    let ordered = isDescending ? rows.reversed() : rows
    return ordered.enumerated().sorted { first, second in
      (first.element.entry.time, first.element.rank, first.offset)
        < (second.element.entry.time, second.element.rank, second.offset)
    }.map(\.element)
  }
}

extension LedgerImportRow {
  fileprivate var rank: Int {
    switch entry.action {
    case .buy, .receive: 0
    case .swap, .reversal: 1
    case .sell, .send: 2
    }
  }
}

extension UUID {
  /// Derives an identifier from an exchange's identifier, so a repeated import finds the entry.
  ///
  /// The result is a version 8 UUID (RFC 9562, section 5.8) from the text's 128-bit FNV-1a hash. Both halves are mixed,
  /// so the first digits, by which users refer to entries, differ between entries.
  static func derived(from text: String) -> UUID {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in text.utf8 { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
    let last = mixed(UInt64(truncatingIfNeeded: hash))
    let first = mixed(UInt64(truncatingIfNeeded: hash &>> 64) ^ last)
    var bytes = [first, last].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half &>> UInt64(56 - 8 * $0)) }
    }
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
  /// Applies MurmurHash3's finalizer (public domain): a changed input bit flips half of the output bits on average.
  private static func mixed(_ half: UInt64) -> UInt64 {
    var half = half
    half = (half ^ (half &>> 33)) &* 0xff51_afd7_ed55_8ccd
    half = (half ^ (half &>> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return half ^ (half &>> 33)
  }
}
