import Basics
public import Foundation

/// The CSV format for ledger entries: comma-separated values (RFC 4180) in UTF-8 with a header.
///
/// The columns are `id`, `time`, `kind`, `coin`, `symbol`, `amount`, `price`, `currency`, `fee`, `to_coin`,
/// `to_symbol`, `to_amount`, `reverses` and `note`. Numbers are plain decimal digits; times are RFC 3339 in UTC.
/// Importing an exported file restores every digit.
public enum LedgerCSV {
  /// The required columns; all others are optional, and unknown columns are ignored.
  private static let required = ["time", "kind", "coin", "symbol", "amount"]

  /// Returns the file's text, with CRLF line breaks.
  public static func text(of entries: [LedgerEntry]) -> String {
    var text = CSV.row(EntryMembers.names)
    for entry in entries {
      let members = EntryMembers.members(of: entry)
      text += CSV.row(EntryMembers.names.map { name in members.first { $0.name == name }?.text ?? "" })
    }
    return text
  }

  /// Reads entries with their line numbers, and creates missing identifiers.
  public static func rows(
    in data: Data,
    newIdentity: () -> UUID = { UUID() }
  ) throws(ImportError) -> [LedgerImportRow] {
    try rows(in: try CSVReader.rows(in: data), newIdentity: newIdentity)
  }

  /// Returns whether the names are columns in this layout, even if some columns are missing.
  static func isHeader(_ names: [String]) -> Bool {
    names.contains("kind") || required.filter(names.contains).count >= 3
  }

  static func rows(
    in rows: [CSVReader.Row],
    newIdentity: () -> UUID = { UUID() }
  ) throws(ImportError) -> [LedgerImportRow] {
    guard let header = rows.first else { throw .missingColumn("time") }
    var columns: [String: Int] = [:]
    for (index, field) in header.fields.enumerated() {
      let name = field.lowercased()
      guard columns.updateValue(index, forKey: name) == nil else { throw .repeatedColumn(field) }
    }
    for name in required where columns[name] == nil { throw .missingColumn(name) }
    var result: [LedgerImportRow] = []
    for row in rows.dropFirst() {
      guard row.fields.count == header.fields.count else {
        throw .fieldCount(line: row.line, expected: header.fields.count, found: row.fields.count)
      }
      var fields = try fields(row, columns)
      let hasIdentity = fields.id != nil
      if !hasIdentity { fields.id = newIdentity().uuidString }
      do throws(LooseFields.Fault) {
        result.append(LedgerImportRow(position: .line(row.line), entry: try fields.entry(), hasIdentity: hasIdentity))
      } catch {
        throw .entry(.line(row.line), reason: error.description)
      }
    }
    return result
  }

  private static func fields(_ row: CSVReader.Row, _ columns: [String: Int]) throws(ImportError) -> LooseFields {
    func text(_ name: String) -> String? {
      guard let column = columns[name], !row.fields[column].isEmpty else { return nil }
      return row.fields[column]
    }
    func number(_ name: String) throws(ImportError) -> Decimal? {
      guard let digits = text(name) else { return nil }
      guard let number = LooseFields.decimal(digits) else {
        throw .entry(.line(row.line), reason: LooseFields.notANumber(name))
      }
      return number
    }
    return LooseFields(
      id: text("id"),
      time: text("time"),
      kind: text("kind"),
      coin: text("coin"),
      symbol: text("symbol"),
      amount: try number("amount"),
      otherCoin: text("to_coin"),
      otherSymbol: text("to_symbol"),
      otherAmount: try number("to_amount"),
      price: try number("price"),
      currency: text("currency"),
      fee: try number("fee"),
      original: text("reverses"),
      note: text("note")
    )
  }
}

/// A reader for comma-separated values (RFC 4180) with LF or CRLF line breaks and an optional byte order mark.
struct CSVReader {
  struct Row {
    let line: Int
    var fields: [String]
  }

  private let bytes: ArraySlice<UInt8>
  private var line = 1
  private var position: Int

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  static func rows(in data: Data) throws(ImportError) -> [Row] {
    guard data.count <= LedgerLimits.importSize else { throw .tooLarge(limit: LedgerLimits.importSize) }
    guard String(validating: data, as: UTF8.self) != nil else { throw .notText }
    let bytes = Array(data)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = CSVReader(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
    var rows: [Row] = []
    while reader.position < bytes.endIndex {
      let row = try reader.row()
      if row.fields != [""] { rows.append(row) }
    }
    return rows
  }

  private mutating func row() throws(ImportError) -> Row {
    var row = Row(line: line, fields: [])
    while true {
      row.fields.append(try field())
      guard position < bytes.endIndex else { return row }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ",") { continue }
      if byte == 0x0D, position < bytes.endIndex, bytes[position] == 0x0A { position += 1 }
      line += 1
      return row
    }
  }

  /// Reads a field, and moves the position to the following comma, line break or end of the file.
  private mutating func field() throws(ImportError) -> String {
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else {
      let start = position
      while position < bytes.endIndex, !isEnd(bytes[position]) {
        if bytes[position] == UInt8(ascii: "\"") { throw .quoting(line: line) }
        position += 1
      }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    let first = line
    var text: [UInt8] = []
    position += 1
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      if position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") {
        text.append(byte)
        position += 1
        continue
      }
      guard position == bytes.endIndex || isEnd(bytes[position]) else { throw .quoting(line: first) }
      return String(decoding: text, as: UTF8.self)
    }
    throw .quoting(line: first)
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D }
}
