import Components
import Foundation
import Portfolio

/// The parts of an entry, the same for every kind.
struct ActivityFields: Encodable {
  let id: String
  let time: Date
  let kind: String
  var coin: CoinReference?
  var amount: Decimal?
  var price: UnitPrice?
  var fee: Decimal?
  var toCoin: CoinReference?
  var toAmount: Decimal?
  var reverses: String?
  var reversedBy: String?
  private let note: String?
  private var text = ""

  init(_ activity: Activity) {
    self.init(of: activity.entry)
    reversedBy = activity.reversedBy?.uuidString.lowercased()
    text = ActivityText().textWithoutNote(activity).plainText
  }

  init(of entry: LedgerEntry) {
    id = entry.id.uuidString.lowercased()
    time = entry.time
    kind = entry.action.kind.rawValue
    note = entry.note
    switch entry.action {
    case .buy(let trade), .sell(let trade):
      (coin, amount, price, fee) = (trade.coin, trade.amount, trade.price, trade.fee)
    case .swap(let swap):
      (coin, amount, price, fee) = (swap.given, swap.givenAmount, swap.price, swap.fee)
      (toCoin, toAmount) = (swap.received, swap.receivedAmount)
    case .send(let transfer), .receive(let transfer):
      (coin, amount, price, fee) = (transfer.coin, transfer.amount, transfer.price, transfer.fee)
    case .reversal(let original): reverses = original.uuidString.lowercased()
    }
  }

  /// The time as RFC 3339 in UTC.
  var timeText: String { time.formatted(.iso8601) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("id", id)
    try container.set("time", time)
    try container.set("kind", kind)
    try container.set("coin", coin?.id)
    try container.set("symbol", coin?.symbol.uppercased())
    try container.set("amount", amount)
    try container.set("price", price?.value)
    try container.set("currency", price?.currency)
    try container.set("fee", fee)
    try container.set("to_coin", toCoin?.id)
    try container.set("to_symbol", toCoin?.symbol.uppercased())
    try container.set("to_amount", toAmount)
    try container.set("reverses", reverses)
    try container.set("reversed_by", reversedBy)
    try container.set("note", note)
    try container.set("text", text)
  }
}
