import Foundation

/// The parts of an entry as texts, under the names that exported files have for them.
enum EntryMembers {
  /// The names in the order of the columns of a CSV file.
  static let names = [
    "id", "time", "kind", "coin", "symbol", "amount", "price", "currency", "fee", "to_coin", "to_symbol", "to_amount",
    "reverses", "note",
  ]

  /// The parts that an entry has.
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
