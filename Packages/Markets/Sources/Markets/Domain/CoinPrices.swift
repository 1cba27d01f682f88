public import Foundation
import Portfolio

/// A coin's prices by currency.
public struct CoinPrices: Hashable, Sendable {
  private struct Price: Hashable, Sendable {
    let currency: CurrencyCode
    var amount: Decimal
    var quote: Quote?
  }

  /// The prices, in an array rather than a dictionary because there are thousands of coins with one to three prices.
  private var prices: [Price] = []

  init() {}

  init(_ currency: CurrencyCode, _ amount: Decimal?) {
    if let amount { prices = [Price(currency: currency, amount: amount)] }
  }

  init(_ first: CurrencyCode, _ firstAmount: Decimal?, _ second: CurrencyCode, _ secondAmount: Decimal?) {
    self.init(first, firstAmount)
    if let secondAmount { self[second] = secondAmount }
  }

  /// The price in a currency; `nil` if unknown.
  public subscript(currency: CurrencyCode) -> Decimal? {
    get { prices.first { $0.currency == currency }?.amount }
    set {
      prices.removeAll { $0.currency == currency }
      if let newValue { prices.append(Price(currency: currency, amount: newValue)) }
    }
  }

  /// Returns a price with its own time; `nil` if only the response's time is known.
  func quote(in currency: CurrencyCode) -> Quote? { prices.first { $0.currency == currency }?.quote }

  /// Adds a function's quote to each price that has no time yet; if the quote is `nil`, the price is removed.
  ///
  /// - Returns: Whether every price now has a quote.
  mutating func completeQuotes(_ quote: (CurrencyCode, Decimal) -> Quote?) -> Bool {
    for index in prices.indices where prices[index].quote == nil {
      prices[index].quote = quote(prices[index].currency, prices[index].amount)
    }
    guard prices.contains(where: { $0.quote == nil }) else { return true }
    prices.removeAll { $0.quote == nil }
    return false
  }

  /// Replaces every price for which a function returns a different quote.
  ///
  /// The function receives the current quote.
  ///
  /// - Returns: Whether any price or time changed.
  mutating func replaceQuotes(_ newest: (CurrencyCode, Quote?) -> Quote?) -> Bool {
    var hasChanged = false
    for index in prices.indices {
      guard let quote = newest(prices[index].currency, prices[index].quote) else { continue }
      prices[index].amount = quote.price
      prices[index].quote = quote
      hasChanged = true
    }
    return hasChanged
  }

  mutating func set(_ quote: Quote, in currency: CurrencyCode) {
    let price = Price(currency: currency, amount: quote.price, quote: quote)
    if let index = prices.firstIndex(where: { $0.currency == currency }) {
      prices[index] = price
    } else {
      prices.append(price)
    }
  }
}

/// A coin's market figures, with money in the list's currency and supplies as numbers of coins.
struct MarketFigures: Hashable, Sendable {
  struct Extreme: Hashable, Sendable {
    var price: Decimal
    var date: Date?
    /// The change from this price to the current price, in percent.
    var changePercent: Decimal?

    init(price: Decimal, date: Date? = nil, changePercent: Decimal? = nil) {
      self.price = price
      self.date = date
      self.changePercent = changePercent
    }
  }

  var change1h: Decimal?
  var change24h: Decimal?
  var change7d: Decimal?
  var priceChange24h: Decimal?
  var marketCap: Decimal?
  /// The market cap if the maximum number of coins existed.
  var fullyDilutedValuation: Decimal?
  var volume: Decimal?
  var high24h: Decimal?
  var low24h: Decimal?
  var circulatingSupply: Decimal?
  var totalSupply: Decimal?
  var maximumSupply: Decimal?
  var allTimeHigh: Extreme?
  var allTimeLow: Extreme?

  init() {}

  /// Extends the price range of the last 24 hours to include a newer price.
  mutating func includeInDay(_ price: Decimal) {
    high24h = high24h.map { max($0, price) }
    low24h = low24h.map { min($0, price) }
  }
}

/// A currency, identified by its three-letter code (ISO 4217), such as `AUD`.
public struct CurrencyCode: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The code in uppercase.
  public let code: String

  /// Creates a currency; `nil` if the text isn't three letters from A to Z.
  ///
  /// Case doesn't matter.
  public init?(_ text: String) {
    guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else { return nil }
    code = text.uppercased()
  }

  private init(known code: String) { self.code = code }

  /// The Australian dollar, which is the default currency.
  public static let aud = CurrencyCode(known: "AUD")
  /// The United States dollar.
  public static let usd = CurrencyCode(known: "USD")
  /// The euro.
  public static let eur = CurrencyCode(known: "EUR")
  /// The pound sterling.
  public static let gbp = CurrencyCode(known: "GBP")
  /// The Japanese yen.
  public static let jpy = CurrencyCode(known: "JPY")
  /// The Swiss franc.
  public static let chf = CurrencyCode(known: "CHF")
  /// The Canadian dollar.
  public static let cad = CurrencyCode(known: "CAD")
  /// The New Zealand dollar.
  public static let nzd = CurrencyCode(known: "NZD")
  /// The Indian rupee.
  public static let inr = CurrencyCode(known: "INR")

  /// The currencies that at least one source supports, with the default currency first.
  public static let offered: [CurrencyCode] = [.aud, .usd, .eur, .gbp, .jpy, .chf, .cad, .nzd, .inr]

  /// The code in uppercase.
  public var description: String { code }

  /// Returns whether the first code sorts before the second one.
  public static func < (left: CurrencyCode, right: CurrencyCode) -> Bool { left.code < right.code }
}
