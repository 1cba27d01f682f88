public import Foundation

/// The JSON format for ledger entries: `{"version": 1, "entries": [{"id": …}]}`.
///
/// The members are named like the columns in ``LedgerCSV``. Numbers are written as strings of decimal digits, but JSON
/// numbers can also be read.
public enum LedgerJSON {
  package static let version = 1

  /// Returns the document's text, with one entry per line.
  public static func text(of entries: [LedgerEntry]) -> String {
    var bytes = Array("{\"version\": \(version), \"entries\": [".utf8)
    for (index, entry) in entries.enumerated() {
      bytes.append(contentsOf: (index == 0 ? "\n  {" : ",\n  {").utf8)
      for (index, member) in EntryMembers.members(of: entry).enumerated() {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        LineFormat.appendText(member.name, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        LineFormat.appendText(member.text, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(contentsOf: (entries.isEmpty ? "]}\n" : "\n]}\n").utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads entries with their numbers, counted from 1, and creates missing identifiers.
  public static func rows(
    in data: Data,
    newIdentity: @escaping () -> UUID = { UUID() }
  ) throws(ImportError) -> [LedgerImportRow] {
    guard data.count <= LedgerLimits.importSize else { throw .tooLarge(limit: LedgerLimits.importSize) }
    let entries = try decode(data)
    var rows = ImportedRows(newIdentity)
    for (index, entry) in entries.enumerated() { rows.add(entry.fields, at: .entry(index + 1)) }
    return try rows.all()
  }

  private struct Version: Decodable {
    let version: Int
  }

  private struct Document: Decodable {
    let entries: [LooseLine]
  }

  private static func decode(_ data: Data) throws(ImportError) -> [LooseLine] {
    let version: Int
    do {
      version = try JSONDecoder().decode(Version.self, from: data).version
    } catch {
      throw .notJSON
    }
    guard version <= self.version else { throw .newerSchema(version: version) }
    guard version == self.version else { throw .notJSON }
    do {
      return try JSONDecoder().decode(Document.self, from: data).entries
    } catch {
      guard let problem = error as? DecodingError, let (number, member) = place(of: problem) else { throw .notJSON }
      throw .unreadable([ImportProblem(.entry(number), reason: "its \(member) has the wrong type")])
    }
  }

  /// Returns the number of the entry, counted from 1, and the member that a decoding error refers to.
  private static func place(of error: DecodingError) -> (number: Int, member: String)? {
    let path: [any CodingKey]
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      path = context.codingPath
    @unknown default: return nil
    }
    guard let number = path.lazy.compactMap(\.intValue).first else { return nil }
    return (number + 1, path.last { $0.intValue == nil && $0.stringValue != "entries" }?.stringValue ?? "object")
  }
}

enum EntryMembers {
  /// The member names, in the same order as the CSV columns.
  static let names = [
    "id", "time", "kind", "coin", "symbol", "amount", "price", "currency", "fee", "to_coin", "to_symbol", "to_amount",
    "reverses", "note",
  ]

  static func members(of entry: LedgerEntry) -> [(name: String, text: String)] {
    var members = [
      ("id", entry.id.uuidString.lowercased()),
      ("time", Timestamp(entry.time)?.text ?? ""),
      ("kind", entry.action.kind.rawValue),
    ]
    func add(_ coin: CoinReference, _ amount: Decimal, prefix: String = "") {
      members.append((prefix + "coin", coin.id))
      members.append((prefix + "symbol", coin.symbol))
      members.append((prefix + "amount", amount.description))
    }
    func add(_ price: UnitPrice?, _ fee: Decimal) {
      guard let price else { return }
      members.append(("price", price.value.description))
      members.append(("currency", price.currency))
      if fee != 0 { members.append(("fee", fee.description)) }
    }
    switch entry.action {
    case .buy(let trade), .sell(let trade):
      add(trade.coin, trade.amount)
      add(trade.price, trade.fee)
    case .swap(let swap):
      add(swap.given, swap.givenAmount)
      add(swap.price, swap.fee)
      add(swap.received, swap.receivedAmount, prefix: "to_")
    case .send(let transfer), .receive(let transfer):
      add(transfer.coin, transfer.amount)
      add(transfer.price, transfer.fee)
    case .reversal(let original):
      members.append(("reverses", original.uuidString.lowercased()))
    }
    if let note = entry.note { members.append(("note", note)) }
    return members.map { (name: $0.0, text: $0.1) }
  }
}
