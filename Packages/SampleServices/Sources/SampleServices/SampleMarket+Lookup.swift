import Foundation

extension SampleMarket {
  /// The prices by coin ID and member (`usd`, `usd_24h_change`, `last_updated_at`); unknown changes are null.
  typealias SimplePrices = [String: [String: Decimal?]]

  /// Returns the `/simple/price` document, omitting unknown coins and currencies.
  func simplePrices(
    ids: [String],
    currencies: [String],
    hasChange: Bool,
    hasTime: Bool,
    at time: Double
  ) -> SimplePrices {
    var prices: SimplePrices = [:]
    for coin in ids.compactMap(SampleCoin.coin(withID:)) {
      let usd = model.price(of: coin, at: time)
      let change = SampleNumber.decimal((usd / model.price(of: coin, at: time - 86_400) - 1) * 100, decimals: 5)
      var members: [String: Decimal?] = [:]
      for currency in currencies {
        guard let rate = SamplePriceModel.rates[currency] else { continue }
        members[currency] = SampleNumber.price(usd * rate)
        if hasChange { members[currency + "_24h_change"] = .some(coin.id == "iota" ? nil : change) }
      }
      if hasTime { members["last_updated_at"] = Decimal(Int64(time)) }
      prices[coin.id] = members
    }
    return prices
  }

  /// Returns the `/coins/list` document, ordered by ID.
  func coinList() -> [ListedCoin] { SampleCoin.every.map(ListedCoin.init).sorted { $0.id < $1.id } }

  /// Returns the `/search` results for names, symbols and IDs, ranked coins first.
  func search(_ text: String, host: String, at time: Double) -> SearchResults {
    let text = text.lowercased()
    let matches =
      (ranked(at: time).map { (coin: $0.coin, rank: Optional($0.rank)) }
      + SampleCoin.unranked.map { (coin: $0, rank: nil) })
      .filter { coin, _ in [coin.id, coin.symbol, coin.name.lowercased()].contains { $0.contains(text) } }
    return SearchResults(
      coins: matches.map { coin, rank in
        SearchResults.Coin(
          id: coin.id,
          name: coin.name,
          apiSymbol: coin.id,
          symbol: coin.symbol.uppercased(),
          rank: rank,
          thumb: SampleCoinIcon.address(of: coin, size: "thumb", host: host),
          large: SampleCoinIcon.address(of: coin, size: "large", host: host)
        )
      }
    )
  }

  /// Returns `/coins/{id}/history` for the start of a day, without market data before the coin's first day.
  func day(of coin: SampleCoin, date: Date, host: String, at time: Double) -> Day {
    let moment = date.timeIntervalSince1970
    var day = Day(
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      image: [
        "thumb": SampleCoinIcon.address(of: coin, size: "thumb", host: host),
        "small": SampleCoinIcon.address(of: coin, size: "small", host: host),
      ]
    )
    guard moment <= time, moment >= time - Double(Self.longestHistory) * 86_400 else { return day }
    let usd = model.price(of: coin, at: moment)
    func inEveryCurrency(_ value: Double, decimals: Int? = nil) -> [String: Decimal] {
      SamplePriceModel.rates.mapValues {
        decimals.map { [value = value * $0] in SampleNumber.decimal(value, decimals: $0) }
          ?? SampleNumber.price(value * $0)
      }
    }
    day.marketData = Day.MarketData(
      currentPrice: inEveryCurrency(usd),
      marketCap: inEveryCurrency(usd * coin.supply, decimals: 0),
      totalVolume: inEveryCurrency(usd * coin.supply * 0.03, decimals: 0)
    )
    return day
  }

  /// A coin in `/coins/list`.
  struct ListedCoin: Encodable {
    let id: String
    let symbol: String
    let name: String

    init(_ coin: SampleCoin) {
      id = coin.id
      symbol = coin.symbol
      name = coin.name
    }
  }

  /// The response to `/search`, which contains only coins.
  struct SearchResults: Encodable {
    struct Coin: Encodable {
      let id: String
      let name: String
      let apiSymbol: String
      let symbol: String
      let rank: Int?
      let thumb: String
      let large: String

      enum CodingKeys: String, CodingKey {
        case id, name, symbol, thumb, large
        case apiSymbol = "api_symbol"
        case rank = "market_cap_rank"
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(apiSymbol, forKey: .apiSymbol)
        try container.encode(symbol, forKey: .symbol)
        // CoinGecko sends null instead of omitting the member.
        try container.encode(rank, forKey: .rank)
        try container.encode(thumb, forKey: .thumb)
        try container.encode(large, forKey: .large)
      }
    }

    let coins: [Coin]
    var exchanges: [String] = []
    var categories: [String] = []
    var nfts: [String] = []
  }

  /// The response to `/coins/{id}/history`.
  struct Day: Encodable {
    struct MarketData: Encodable {
      let currentPrice: [String: Decimal]
      let marketCap: [String: Decimal]
      let totalVolume: [String: Decimal]

      enum CodingKeys: String, CodingKey {
        case currentPrice = "current_price"
        case marketCap = "market_cap"
        case totalVolume = "total_volume"
      }
    }

    let id: String
    let symbol: String
    let name: String
    let image: [String: String]
    var marketData: MarketData?

    enum CodingKeys: String, CodingKey {
      case id, symbol, name, image
      case marketData = "market_data"
    }
  }
}
