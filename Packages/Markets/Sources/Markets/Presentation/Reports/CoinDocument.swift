import Foundation

/// A coin as JSON: exact numbers, and beside them the same as people read them; what is not known is null.
struct CoinDocument: Encodable {
  struct Prices: Encodable {
    let usd: Decimal?
    let eur: Decimal?

    enum CodingKeys: String, CodingKey {
      case usd, eur
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(usd, forKey: .usd)
      try container.encode(eur, forKey: .eur)
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
  }

  private let coin: Coin
  private let currency: CurrencyCode
  private let isWhole: Bool

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - currency: The currency of prices and figures.
  ///   - isWhole: Whether all figures are in it.
  init(_ coin: Coin, currency: CurrencyCode, isWhole: Bool = false) {
    self.coin = coin
    self.currency = currency
    self.isWhole = isWhole
  }

  func encode(to encoder: any Encoder) throws {
    let formatter = PriceFormatter(currency)
    let figures = coin.figures
    var container = encoder.container(keyedBy: Key.self)
    func number(_ name: String, _ value: Decimal?, _ text: String? = nil) throws {
      // JSON has no number that is none (RFC 8259, section 6).
      let value = value.flatMap { $0.isNaN ? nil : $0 }
      try container.encode(value, forKey: Key(name))
      if let text { try container.encode(value == nil ? nil : text, forKey: Key(name + "_text")) }
    }
    try container.encode(coin.id.description, forKey: Key("id"))
    try container.encode(coin.symbol, forKey: Key("symbol"))
    try container.encode(coin.name, forKey: Key("name"))
    try container.encode(coin.rank, forKey: Key("rank"))
    try container.encode(coin.tags.map(\.name), forKey: Key("tags"))
    try container.encode(Prices(usd: coin.prices[.usd], eur: coin.prices[.eur]), forKey: Key("prices"))
    let price = coin.prices[currency]
    try number("price", price, formatter.price(price))
    try number("change_24h_percent", figures.change24h, formatter.percent(figures.change24h))
    try number("market_cap", figures.marketCap, formatter.compact(figures.marketCap))
    try number("volume", figures.volume, formatter.compact(figures.volume))
    guard isWhole else { return }
    try number("change_1h_percent", figures.change1h, formatter.percent(figures.change1h))
    try number("change_7d_percent", figures.change7d, formatter.percent(figures.change7d))
    try number("price_change_24h", figures.priceChange24h, figures.priceChange24h.map { formatter.change($0) } ?? "")
    try number("fully_diluted_valuation", figures.fullyDilutedValuation)
    try number("high_24h", figures.high24h, formatter.price(figures.high24h))
    try number("low_24h", figures.low24h, formatter.price(figures.low24h))
    try number("circulating_supply", figures.circulatingSupply)
    try number("total_supply", figures.totalSupply)
    try number("max_supply", figures.maximumSupply)
    try number("all_time_high", figures.allTimeHigh?.price, formatter.price(figures.allTimeHigh?.price))
    try container.encode(figures.allTimeHigh?.date, forKey: Key("all_time_high_at"))
    try number("all_time_low", figures.allTimeLow?.price, formatter.price(figures.allTimeLow?.price))
    try container.encode(figures.allTimeLow?.date, forKey: Key("all_time_low_at"))
    try container.encode(coin.lastUpdated, forKey: Key("last_updated"))
  }
}
