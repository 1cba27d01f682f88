import Foundation

enum ExchangeAsset {
  /// The government-issued currencies that these exchanges use, in lower case.
  private static let currencies: Set<String> = [
    "aed", "ars", "aud", "brl", "cad", "chf", "cop", "czk", "dkk", "eur", "gbp", "hkd", "huf", "idr", "ils", "inr",
    "jpy", "kzt", "krw", "mxn", "ngn", "nok", "nzd", "pen", "php", "pln", "ron", "rub", "sek", "sgd", "thb", "try",
    "twd",
    "uah", "usd", "vnd", "zar",
  ]

  static func isMoney(_ symbol: String) -> Bool { currencies.contains(symbol.lowercased()) }

  static func coin(_ symbol: String) -> CoinReference {
    CoinReference(id: symbol.lowercased(), symbol: symbol.lowercased())
  }
}

/// An exchange of one asset for another; each asset is a currency or a coin.
struct ExchangeTrade {
  struct Side {
    let asset: String
    /// The amount without fees, above zero.
    let amount: FixedPoint
  }

  let given: Side
  let received: Side
  /// The fees by asset, zero or more.
  var fees: [String: FixedPoint] = [:]
  /// The value of the trade in a currency, if the exchange reports one for a swap of two coins.
  var value: (amount: FixedPoint, currency: String)?

  /// Adds the trade's entry (a purchase, a sale or a swap), and an entry for a fee in a third coin.
  ///
  /// A fee in one of the two coins changes the amount of that coin. A fee in money becomes the entry's fee.
  func add(
    to entries: inout ExchangeEntries,
    from row: ExchangeRow,
    identity: String?,
    note: String? = nil
  ) throws(ImportError) {
    let givenFee = fees[given.asset] ?? .zero
    let receivedFee = fees[received.asset] ?? .zero
    let others = fees.filter { $0.key != given.asset && $0.key != received.asset && !$0.value.isZero }
    guard fees.values.allSatisfy({ !$0.isNegative }) else { throw row.error("its fee is negative") }
    let givenCoin = ExchangeAsset.coin(given.asset)
    let receivedCoin = ExchangeAsset.coin(received.asset)
    let action: LedgerAction
    switch (ExchangeAsset.isMoney(given.asset), ExchangeAsset.isMoney(received.asset)) {
    case (true, true):
      return entries.ignore(row, because: "it exchanges one currency for another")
    case (true, false):
      let amount = received.amount - receivedFee
      let price = try price(of: amount, for: given.amount, in: given.asset, row)
      action = .buy(Trade(coin: receivedCoin, amount: amount.decimal, price: price, fee: givenFee.decimal))
    case (false, true):
      let amount = given.amount + givenFee
      let price = try price(of: amount, for: received.amount, in: received.asset, row)
      action = .sell(Trade(coin: givenCoin, amount: amount.decimal, price: price, fee: receivedFee.decimal))
    case (false, false):
      guard givenCoin != receivedCoin else { return entries.ignore(row, because: "it moves coins within the account") }
      let amount = given.amount + givenFee
      var unit: UnitPrice?
      if let value { unit = try price(of: amount, for: value.amount, in: value.currency, row) }
      let moneyFee = value.flatMap { fees[$0.currency] } ?? .zero
      action = .swap(
        Swap(
          given: givenCoin,
          givenAmount: amount.decimal,
          received: receivedCoin,
          receivedAmount: (received.amount - receivedFee).decimal,
          price: unit,
          fee: moneyFee.decimal
        )
      )
    }
    entries.add(action, from: row, identity: identity, note: note)
    for (asset, amount) in others.sorted(by: { $0.key < $1.key }) where asset != value?.currency {
      if ExchangeAsset.isMoney(asset) {
        entries.ignore(row, because: "its fee of \(amount.text) \(asset.uppercased()) can't be recorded in the entry")
      } else {
        let fee = LedgerAction.send(Transfer(coin: ExchangeAsset.coin(asset), amount: amount.decimal))
        entries.add(fee, from: row, identity: identity.map { "\($0):fee:\(asset)" }, note: "Fee")
      }
    }
  }

  private func price(
    of amount: FixedPoint,
    for money: FixedPoint,
    in currency: String,
    _ row: ExchangeRow
  ) throws(ImportError) -> UnitPrice {
    guard amount.isPositive else { throw row.error("its fee is larger than its amount") }
    guard let price = money.divided(by: amount) else { throw row.error("its price is too large") }
    return UnitPrice(price.decimal, currency)
  }
}
