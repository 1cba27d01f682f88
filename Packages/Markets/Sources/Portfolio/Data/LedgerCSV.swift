import Basics
public import Foundation

/// The CSV format for ledger entries: comma-separated values (RFC 4180) in UTF-8 with a header.
///
/// The columns are `id`, `time`, `kind`, `coin`, `symbol`, `amount`, `price`, `currency`, `fee`, `to_coin`,
/// `to_symbol`, `to_amount`, `reverses` and `note`. Numbers are plain decimal digits; times are RFC 3339 in UTC.
/// Importing an exported file restores every digit.
public enum LedgerCSV {
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
    newIdentity: @escaping () -> UUID = { UUID() }
  ) throws(ImportError) -> [LedgerImportRow] {
    try read(data, ImportMapping(), newIdentity).rows
  }

  static func read(
    _ data: Data,
    _ mapping: ImportMapping,
    _ newIdentity: @escaping () -> UUID
  ) throws(ImportError) -> (rows: [LedgerImportRow], ignored: [LedgerImportFile.IgnoredLine]) {
    let lines = try CSVReader.rows(in: data, separator: mapping.separator?.utf8.first)
    let (header, positions) = try mapping.header(in: lines)
    let fieldCount = lines[header].fields.count
    var rows = ImportedRows(newIdentity)
    var ignored: [LedgerImportFile.IgnoredLine] = []
    for line in lines[(header + 1)...] where !line.fields.allSatisfy(\.isEmpty) {
      guard line.fields.count == fieldCount else {
        let reason = "there are \(line.fields.count) fields but \(fieldCount) columns; quote fields with separators"
        rows.reject(.line(line.line), because: reason)
        continue
      }
      let row = MappedRow(fields: line.fields, positions: positions, mapping: mapping)
      if mapping.kinds[row["kind"]?.lowercased() ?? ""] == ImportMapping.skip {
        ignored.append(.init(line: line.line, reason: "its kind is \((row["kind"] ?? "").quoted(limit: 40))"))
        continue
      }
      do throws(LooseFields.Fault) {
        rows.add(try row.loose(), at: .line(line.line))
      } catch {
        rows.reject(.line(line.line), because: error.description)
      }
    }
    var all = try rows.all()
    // Other programs often list the latest entry first. Entries with the same time must keep their order.
    if !mapping.columns.isEmpty, let first = all.first, let last = all.last, last.entry.time < first.entry.time {
      all.reverse()
    }
    return (all, ignored)
  }
}

private struct MappedRow {
  let fields: [String]
  let positions: [String: Int]
  let mapping: ImportMapping

  private var isMapped: Bool { !mapping.columns.isEmpty }

  /// The text in a column; `nil` if it is empty or the file doesn't have the column.
  subscript(_ name: String) -> String? {
    guard let position = positions[name] else { return nil }
    let text = isMapped ? fields[position].trimmingCharacters(in: .whitespaces) : fields[position]
    return text.isEmpty ? nil : text
  }

  func loose() throws(LooseFields.Fault) -> LooseFields {
    let kind = self["kind"].map(mapping.kind)
    let price = try number("price")
    var amount = try number("amount")
    if isMapped, let number = amount, number < 0, ["sell", "send", "swap"].contains(kind) { amount = -number }
    let (coin, otherCoin) = (coin("coin"), coin("to_coin"))
    return LooseFields(
      id: self["id"],
      time: try time(),
      kind: kind,
      coin: coin,
      symbol: symbol("symbol", of: coin),
      amount: amount,
      otherCoin: otherCoin,
      otherSymbol: symbol("to_symbol", of: otherCoin),
      otherAmount: try number("to_amount"),
      price: price,
      currency: self["currency"] ?? (price == nil ? nil : mapping.currency),
      fee: try number("fee"),
      original: self["reverses"],
      note: self["note"]
    )
  }

  /// Other programs write a coin as its symbol in capital letters, so the identifier becomes lowercase.
  private func coin(_ name: String) -> String? { isMapped ? self[name]?.lowercased() : self[name] }

  private func symbol(_ name: String, of coin: String?) -> String? {
    self[name] ?? (isMapped && positions[name] == nil ? coin : nil)
  }

  private func time() throws(LooseFields.Fault) -> String? {
    guard let text = self["time"] else { return nil }
    return try ImportTime.text(text, zone: mapping.zone.flatMap(ImportTime.namedZone))
  }

  private func number(_ name: String) throws(LooseFields.Fault) -> Decimal? {
    guard let digits = self[name] else { return nil }
    guard let number = mapping.number(digits) else {
      throw LooseFields.Fault(description: LooseFields.notANumber(name))
    }
    return number
  }
}

/// A reader for comma-separated values (RFC 4180) with LF or CRLF line breaks.
///
/// A byte order mark is accepted, and makes UTF-16 readable. A first line such as `sep=;`, which spreadsheets write,
/// names the separator.
struct CSVReader {
  struct Row {
    let line: Int
    var fields: [String]
  }

  private let bytes: [UInt8]
  private var separator = UInt8(ascii: ",")
  private var line = 1
  private var position = 0

  /// Returns the rows; without a separator, the file's line `sep=` or a comma applies.
  static func rows(in data: Data, separator: UInt8? = nil) throws(ImportError) -> [Row] {
    guard data.count <= LedgerLimits.importSize else { throw .tooLarge(limit: LedgerLimits.importSize) }
    var reader = CSVReader(bytes: try utf8(data))
    let named = reader.takeNamedSeparator()
    reader.separator = separator ?? named ?? reader.separator
    var rows: [Row] = []
    while reader.position < reader.bytes.endIndex {
      let row = try reader.row()
      if row.fields != [""] { rows.append(row) }
    }
    return rows
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the text's UTF-8 bytes without the byte order mark.
  private static func utf8(_ data: Data) throws(ImportError) -> [UInt8] {
    let mark = Array(data.prefix(2))
    if mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF] {
      let bytes = Array(data.dropFirst(2))
      let high = mark[0] == 0xFE ? 0 : 1
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
      }
      guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else { throw .notText }
      return Array(text.utf8)
    }
    guard String(validating: data, as: UTF8.self) != nil else { throw .notText }
    return Array(data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
  }

  /// Reads a first line such as `sep=;`, quoted or not.
  private mutating func takeNamedSeparator() -> UInt8? {
    let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let text = first.filter { $0 != UInt8(ascii: "\"") }
    guard text.count == 5, text.starts(with: Array("sep=".utf8)), let separator = text.last, separator < 0x80 else {
      return nil
    }
    position = first.count
    if position < bytes.endIndex, bytes[position] == 0x0D { position += 1 }
    if position < bytes.endIndex, bytes[position] == 0x0A { position += 1 }
    line = 2
    return separator
  }

  private mutating func row() throws(ImportError) -> Row {
    var row = Row(line: line, fields: [])
    while true {
      row.fields.append(try field())
      guard position < bytes.endIndex else { return row }
      let byte = bytes[position]
      position += 1
      if byte == separator { continue }
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

  private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 0x0A || byte == 0x0D }
}
