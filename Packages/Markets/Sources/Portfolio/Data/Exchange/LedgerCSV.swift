public import Foundation

/// Ledger entries as comma-separated values (RFC 4180) in UTF-8, with a header.
///
/// The columns are `id`, `time`, `kind`, `coin`, `symbol`, `amount`, `price`, `currency`, `fee`, `to_coin`,
/// `to_symbol`, `to_amount`, `reverses` and `note`. Numbers are plain decimal digits, times RFC 3339 in UTC. What is
/// exported and imported again is the same to the last digit.
public enum LedgerCSV {
  /// The columns that an imported file must have; the others may be missing, and columns of other names are passed
  /// over.
  private static let required = ["time", "kind", "coin", "symbol", "amount"]

  /// Writes entries.
  ///
  /// - Parameter entries: The entries.
  /// - Returns: The file's text, with CRLF line breaks.
  public static func text(of entries: [LedgerEntry]) -> String {
    var text = EntryMembers.names.joined(separator: ",") + "\r\n"
    for entry in entries {
      let members = EntryMembers.members(of: entry)
      let fields = EntryMembers.names.map { name in quoted(members.first { $0.name == name }?.text ?? "") }
      text += fields.joined(separator: ",") + "\r\n"
    }
    return text
  }

  /// Reads entries.
  ///
  /// - Parameters:
  ///   - data: The file.
  ///   - newIdentity: Returns identities for entries that have none. Importing such a file twice enters them twice.
  /// - Returns: The entries with their lines.
  /// - Throws: ``ImportError``.
  public static func rows(
    in data: Data,
    newIdentity: () -> UUID = { UUID() }
  ) throws(ImportError) -> [LedgerImportRow] {
    let rows = try CSVReader.rows(in: data)
    guard let header = rows.first else { throw .missingColumn("time") }
    var columns: [String: Int] = [:]
    for (index, field) in header.fields.enumerated() {
      let name = field.lowercased()
      guard columns.updateValue(index, forKey: name) == nil else { throw .repeatedColumn(field) }
    }
    for name in required where columns[name] == nil { throw .missingColumn(name) }
    var result: [LedgerImportRow] = []
    result.reserveCapacity(rows.count - 1)
    for row in rows.dropFirst() {
      guard row.fields.count == header.fields.count else {
        throw .fieldCount(line: row.line, expected: header.fields.count, found: row.fields.count)
      }
      var fields = try fields(row, columns)
      if fields.id == nil { fields.id = newIdentity().uuidString }
      do throws(LooseFields.Fault) {
        result.append(LedgerImportRow(position: .line(row.line), entry: try fields.entry()))
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

  /// Quotes a field where that is necessary (RFC 4180, section 2, rules 5 to 7).
  private static func quoted(_ text: String) -> String {
    let special: Set<UInt8> = [UInt8(ascii: "\""), UInt8(ascii: ","), 0x0D, 0x0A]
    // Many programs drop spaces at the ends of fields that are not quoted.
    guard text.utf8.contains(where: special.contains) || text.hasPrefix(" ") || text.hasSuffix(" ") else { return text }
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
