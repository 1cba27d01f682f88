public import Foundation

/// What a coin costs, in each currency that is known.
public struct CoinPrices: Hashable, Sendable {
  private struct Price: Hashable, Sendable {
    let currency: CurrencyCode
    let amount: Decimal
  }

  /// A list rather than a dictionary: there are one to three, and thousands of coins.
  private var prices: [Price] = []

  /// Makes an empty list.
  public init() {}

  /// Makes a list of one price, or of none.
  public init(_ currency: CurrencyCode, _ amount: Decimal?) {
    if let amount { prices = [Price(currency: currency, amount: amount)] }
  }

  /// Makes a list of two prices, either of which may be missing.
  public init(_ first: CurrencyCode, _ firstAmount: Decimal?, _ second: CurrencyCode, _ secondAmount: Decimal?) {
    self.init(first, firstAmount)
    if let secondAmount { self[second] = secondAmount }
  }

  /// The price in a currency; `nil` where there is none.
  public subscript(currency: CurrencyCode) -> Decimal? {
    get { prices.first { $0.currency == currency }?.amount }
    set {
      prices.removeAll { $0.currency == currency }
      if let newValue { prices.append(Price(currency: currency, amount: newValue)) }
    }
  }

  /// The currencies that there is a price in.
  public var currencies: [CurrencyCode] { prices.map(\.currency) }
}
