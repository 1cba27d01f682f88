import Foundation

/// The parts of an entry as texts and numbers, from a line of a ledger file, a row of a CSV file or an object of a JSON
/// file.
struct LooseFields {
  /// What is wrong with the parts, as a clause.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  var id: String?
  var time: String?
  var kind: String?
  var coin: String?
  var symbol: String?
  var amount: Decimal?
  var otherCoin: String?
  var otherSymbol: String?
  var otherAmount: Decimal?
  var price: Decimal?
  var currency: String?
  var fee: Decimal?
  var original: String?
  var note: String?

  /// Reads plain decimal digits with an optional sign and fraction; `nil` for everything else and for more than 18
  /// digits on either side of the point.
  static func decimal(_ text: String) -> Decimal? {
    do throws(FixedPoint.Fault) {
      return try FixedPoint(text: text).decimal
    } catch {
      return nil
    }
  }

  /// What is wrong with a part that should be a number.
  static func notANumber(_ name: String) -> String {
    "its \(name) is not a number like 0.5, with at most 18 digits on either side of the point"
  }

  /// Makes the entry; its numbers are not checked.
  ///
  /// - Returns: The entry.
  /// - Throws: `Fault` when a part is missing or is not what it should be.
  func entry() throws(Fault) -> LedgerEntry {
    for (name, number) in [("amount", amount), ("second amount", otherAmount), ("price", price), ("fee", fee)] {
      if let number, !number.isFinite { throw Fault(description: LooseFields.notANumber(name)) }
    }
    let id = try uuid(try required(id, "id"), "id")
    let text = try required(time, "time")
    guard let time = Timestamp(text: text) else {
      throw Fault(description: "its time is not one like 2026-01-31T12:00:00Z")
    }
    let name = try required(kind, "kind")
    guard let kind = LedgerKind(rawValue: name) else {
      let kinds = LedgerKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Fault(description: "there is no kind '\(String(name.prefix(40)).printable)' (\(kinds))")
    }
    return LedgerEntry(id: id, time: time.date, action: try action(kind), note: note)
  }

  private func action(_ kind: LedgerKind) throws(Fault) -> LedgerAction {
    if kind == .reversal { return .reversal(of: try uuid(try required(original, "reversed entry"), "reversed entry")) }
    let coin = CoinReference(id: try required(coin, "coin"), symbol: try required(symbol, "symbol"))
    let amount = try required(amount, "amount")
    let fee = fee ?? 0
    switch kind {
    case .buy, .sell:
      guard let price = try unitPrice() else { throw Fault(description: "it has no price") }
      let trade = Trade(coin: coin, amount: amount, price: price, fee: fee)
      return kind == .buy ? .buy(trade) : .sell(trade)
    case .send: return .send(Transfer(coin: coin, amount: amount, price: try unitPrice(), fee: fee))
    case .receive: return .receive(Transfer(coin: coin, amount: amount, price: try unitPrice(), fee: fee))
    case .swap, .reversal:
      return .swap(
        Swap(
          given: coin,
          givenAmount: amount,
          received: CoinReference(
            id: try required(otherCoin, "second coin"),
            symbol: try required(otherSymbol, "second symbol")
          ),
          receivedAmount: try required(otherAmount, "second amount"),
          price: try unitPrice(),
          fee: fee
        )
      )
    }
  }

  private func unitPrice() throws(Fault) -> UnitPrice? {
    switch (price, currency) {
    case (nil, nil): return nil
    case (let price?, let currency?): return UnitPrice(price, currency)
    default: throw Fault(description: "it needs both a price and a currency, or neither")
    }
  }

  private func required<Value>(_ value: Value?, _ name: String) throws(Fault) -> Value {
    guard let value else { throw Fault(description: "it has no \(name)") }
    return value
  }

  private func uuid(_ text: String, _ name: String) throws(Fault) -> UUID {
    guard let id = UUID(uuidString: text) else { throw Fault(description: "its \(name) is not a UUID") }
    return id
  }
}
