import Foundation

extension ExchangeLayout {
  /// Coinbase's transaction history, with the columns used in 2021 and 2024.
  static let coinbase = ExchangeLayout(
    name: "Coinbase transaction history",
    columns: [
      .required("timestamp"), .required("transaction type"), .required("asset"), .required("quantity transacted"),
      .required("price currency", "spot price currency"),
      .required("price at transaction", "spot price at transaction"),
      .required("subtotal"), .required("total (inclusive of fees and/or spread)", "total (inclusive of fees)", "total"),
      .required("fees and/or spread", "fees"), .optional("id"), .optional("notes"),
    ],
    timeColumn: "timestamp",
    read: { rows, entries throws(ImportError) in
      for row in rows { try CoinbaseRow(row: row).read(into: &entries) }
    }
  )
}

private struct CoinbaseRow {
  let row: ExchangeRow

  private var identity: String? { row["id"].isEmpty ? nil : "coinbase:\(row["id"])" }
  private var asset: String { row["asset"] == "ETH2" ? "ETH" : row["asset"] }
  private var coin: CoinReference { ExchangeAsset.coin(asset) }

  func read(into entries: inout ExchangeEntries) throws(ImportError) {
    let kind = row["transaction type"].lowercased()
    if ExchangeAsset.isMoney(asset) { return entries.ignore(row, because: "it moves money, not coins") }
    let amount = magnitude(try row.requiredNumber("quantity transacted"))
    guard !amount.isZero else { return entries.ignore(row, because: "it doesn't change a balance") }
    switch kind {
    case "buy", "advanced trade buy", "advance trade buy":
      entries.add(.buy(try trade(amount)), from: row, identity: identity)
    case "sell", "advanced trade sell", "advance trade sell":
      entries.add(.sell(try trade(amount)), from: row, identity: identity)
    case "convert": try convert(into: &entries)
    // Deposits move coins from this account to the exchange or to Coinbase Pro; withdrawals move them back.
    case "send", "withdrawal", "exchange deposit", "pro deposit":
      entries.add(.send(Transfer(coin: coin, amount: amount.decimal)), from: row, identity: identity)
    case "receive", "deposit", "exchange withdrawal", "pro withdrawal":
      entries.add(.receive(Transfer(coin: coin, amount: amount.decimal)), from: row, identity: identity)
    case _ where kind.contains("staking transfer") || kind.contains("deprecation"):
      entries.ignore(row, because: "it moves coins within the account")
    case _ where ["reward", "income", "rebate", "airdrop", "interest", "earn"].contains(where: kind.contains):
      // Income is recorded at its value, which becomes the cost of the coins.
      let price = try price(of: amount, for: try row.number("subtotal"))
      let transfer = Transfer(coin: coin, amount: amount.decimal, price: price)
      entries.add(.receive(transfer), from: row, identity: identity, note: row["transaction type"])
    default: throw row.unknownKind("transaction type")
    }
  }

  private func trade(_ amount: FixedPoint) throws(ImportError) -> Trade {
    guard let price = try price(of: amount, for: try row.number("subtotal")) else { throw row.error("it has no price") }
    let fee = magnitude(try row.number("fees and/or spread") ?? .zero)
    return Trade(coin: coin, amount: amount.decimal, price: price, fee: fee.decimal)
  }

  /// Returns the price of one coin, calculated from the total if known, or else the rounded price from the file.
  private func price(of amount: FixedPoint, for money: FixedPoint?) throws(ImportError) -> UnitPrice? {
    let exact = money.flatMap { magnitude($0).divided(by: amount) }
    let rounded = try row.number("price at transaction")
    guard let price = exact ?? rounded else { return nil }
    return UnitPrice(price.decimal, row["price currency"])
  }

  /// Reads the two coins from a note such as `Converted 0.5 BTC to 8.25 ETH`.
  private func convert(into entries: inout ExchangeEntries) throws(ImportError) {
    let words = row["notes"].split(separator: " ").map(String.init)
    guard words.count >= 6, words[0].lowercased() == "converted", words[3].lowercased() == "to",
      let given = ExchangeValue.number(words[1]), given.isPositive,
      let received = ExchangeValue.number(words[4]), received.isPositive
    else { throw row.error("its notes must have the form “Converted 0.5 BTC to 8 ETH”") }
    guard row["asset"].lowercased() == words[2].lowercased() else {
      return entries.ignore(row, because: "it is the other half of a conversion")
    }
    var trade = ExchangeTrade(
      given: .init(asset: words[2], amount: given),
      received: .init(asset: words[5], amount: received)
    )
    let subtotal = magnitude(try row.number("subtotal") ?? .zero)
    let total = magnitude(try row.number("total (inclusive of fees and/or spread)") ?? .zero)
    if max(subtotal, total).isPositive {
      let currency = row["price currency"].lowercased()
      trade.value = (max(subtotal, total), currency)
      trade.fees[currency] = magnitude(try row.number("fees and/or spread") ?? .zero)
    }
    try trade.add(to: &entries, from: row, identity: identity)
  }

  /// Returns an amount without its sign, because only some exports write outgoing amounts as negative numbers.
  private func magnitude(_ number: FixedPoint) -> FixedPoint { number.isNegative ? -number : number }
}
