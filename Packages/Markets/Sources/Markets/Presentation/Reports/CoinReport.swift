public import Components
public import Foundation

/// A printable report on a coin.
public struct CoinReport: Sendable, Encodable {
  private let coin: Coin
  private let currency: CurrencyCode
  private let provenance: Provenance
  private let hasEUR: Bool
  private let now: Date

  /// Creates a report on a coin at a given time.
  public init(_ coin: Coin, currency: CurrencyCode, provenance: Provenance, hasEUR: Bool, now: Date) {
    self.coin = coin
    self.currency = currency
    self.provenance = provenance
    self.hasEUR = hasEUR
    self.now = now
  }

  /// Returns the printable text: labeled text, or for piped output one title and raw value per line.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      return CoinRecords(coin: coin, currency: currency, provenance: provenance, hasEUR: hasEUR).text
    }
    return CoinFigures(coin, currency: currency, hasEUR: hasEUR, theme: mode.theme)
      .group(hasName: true, provenance: provenance, now: now)
      .rendered(for: mode)
  }

  /// Encodes the JSON document: `currency`, `as_of`, `age_seconds`, `stale`, `coin`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("currency", currency.code.lowercased())
    let age = AgeDocument(provenance, now: now)
    try age.encode(to: &container)
    try container.set("coin", CoinDocument(coin, currency: currency, age: age, isWhole: true))
  }
}

/// A coin's JSON document, with exact numbers, formatted text, and null for unknown values.
struct CoinDocument: Encodable {
  private struct Prices: Encodable {
    let prices: CoinPrices

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: DocumentKey.self)
      try container.set("usd", prices[.usd])
      try container.set("eur", prices[.eur])
    }
  }

  private let coin: Coin
  private let currency: CurrencyCode
  private let age: AgeDocument
  private let isWhole: Bool

  init(_ coin: Coin, currency: CurrencyCode, age: AgeDocument, isWhole: Bool = false) {
    self.coin = coin
    self.age = age
    self.currency = currency
    self.isWhole = isWhole
  }

  func encode(to encoder: any Encoder) throws {
    let formatter = PriceFormatter(currency)
    let figures = coin.figures
    var container = encoder.container(keyedBy: DocumentKey.self)
    func number(_ name: String, _ value: Decimal?, _ text: String? = nil) throws {
      // JSON can't represent NaN (RFC 8259, section 6).
      let value = value.flatMap { $0.isNaN ? nil : $0 }
      try container.set(name, value)
      if let text { try container.set(name + "_text", value == nil ? nil : text) }
    }
    try container.set("id", coin.id.description)
    try container.set("symbol", coin.symbol)
    try container.set("name", coin.name)
    try container.set("rank", coin.rank)
    try container.set("tags", coin.tags.map(\.name))
    try container.set("prices", Prices(prices: coin.prices))
    let price = coin.prices[currency]
    try number("price", price, formatter.price(price))
    try age.encode(to: &container)
    try number("change_24h_percent", figures.change24h, formatter.percent(figures.change24h))
    try number("market_cap", figures.marketCap, formatter.compact(figures.marketCap))
    try number("volume", figures.volume, formatter.compact(figures.volume))
    try container.set("image", coin.image)
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
    try container.set("all_time_high_at", figures.allTimeHigh?.date)
    try number("all_time_low", figures.allTimeLow?.price, formatter.price(figures.allTimeLow?.price))
    try container.set("all_time_low_at", figures.allTimeLow?.date)
    try container.set("last_updated", coin.lastUpdated)
  }
}

struct DocumentKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { return nil }
}

extension KeyedEncodingContainer<DocumentKey> {
  /// Encodes a member; `nil` becomes null.
  mutating func set(_ name: String, _ value: (some Encodable)?) throws { try encode(value, forKey: DocumentKey(name)) }

  mutating func set(_ name: String, _ value: Decimal?, text: (Decimal) -> String) throws {
    try set(name, value)
    try set(name + "_text", value.map(text))
  }
}
