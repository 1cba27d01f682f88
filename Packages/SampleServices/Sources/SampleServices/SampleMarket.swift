import Foundation

struct SampleMarket: Sendable {
  static let longestHistory = 3_650

  let model: SamplePriceModel

  func priceListV1(at time: Double) -> PriceList {
    PriceList(
      data: SampleCoin.all.enumerated().map { index, coin in
        let usd = SampleNumber.price(model.price(of: coin, at: time))
        return PriceList.Item(id: index + 1, name: coin.symbol.uppercased(), usd: usd, price: nil, tags: coin.tags)
      }
    )
  }

  /// Returns version 2 of the price list, in which IDs differ and some coins are missing.
  func priceListV2(at time: Double) -> PriceList {
    let coins = SampleCoin.all.filter { !SampleCoin.symbolsOnlyInV1.contains($0.symbol) }
    return PriceList(
      data: coins.enumerated().map { index, coin in
        let usd = SampleNumber.price(model.price(of: coin, at: time))
        let eur = SampleCoin.symbolsWithEUR.contains(coin.symbol) ? usd * Decimal(9) / Decimal(10) : nil
        return PriceList.Item(
          id: coins.count - index,
          name: coin.symbol.uppercased(),
          usd: nil,
          price: .init(usd: usd, eur: eur),
          tags: coin.tags.reversed()
        )
      }
    )
  }

  /// Returns the ranked coins, highest market cap first.
  func ranked(at time: Double) -> [(coin: SampleCoin, rank: Int)] {
    let values = SampleCoin.all.map { (coin: $0, value: model.price(of: $0, at: time) * $0.supply) }
    return values.sorted { $0.value > $1.value }.enumerated().map { ($0.element.coin, $0.offset + 1) }
  }

  /// Returns a page of ranked coins, or the coins with the given IDs.
  func markets(
    rate: Double,
    ids: Set<String>?,
    page: Int,
    size: Int,
    hasSparkline: Bool,
    host: String,
    at time: Double
  ) -> [Market] {
    let (start, overflow) = size.multipliedReportingOverflow(by: page - 1)
    guard !overflow else { return [] }
    var wanted: [(coin: SampleCoin, rank: Int?)] = ranked(at: time).map { ($0.coin, $0.rank) }
    if let ids {
      wanted += SampleCoin.unranked.map { ($0, nil) }
      wanted.removeAll { !ids.contains($0.coin.id) }
    }
    return wanted.dropFirst(start).prefix(size).map { coin, rank in
      let image = SampleCoinIcon.address(of: coin, size: "large", host: host)
      return market(coin, rank: rank, image: image, rate: rate, hasSparkline: hasSparkline, at: time)
    }
  }

  func chart(of coin: SampleCoin, rate: Double, days: Int, at time: Double) -> Chart {
    // According to CoinGecko's "market_chart" documentation, the interval is five minutes for one day, an hour for
    // up to 90 days, and otherwise a day.
    let step: Double = days == 1 ? 300 : days <= 90 ? 3_600 : 86_400
    let count = Int(Double(days) * 86_400 / step)
    let end = (time / step).rounded(.down) * step
    let prices = model.prices(of: coin)
    var chart = Chart()
    for index in 0...count {
      let moment = index == count ? time : end - Double(count - index) * step
      let price = prices(moment) * rate
      let milliseconds = Decimal(Int64((moment * 1_000).rounded()))
      chart.prices.append([milliseconds, SampleNumber.price(price)])
      chart.marketCaps.append([milliseconds, SampleNumber.decimal(price * coin.supply, decimals: 0)])
      chart.volumes.append([milliseconds, SampleNumber.decimal(price * coin.supply * 0.03, decimals: 0)])
    }
    return chart
  }

  private func market(
    _ coin: SampleCoin,
    rank: Int?,
    image: String,
    rate: Double,
    hasSparkline: Bool,
    at time: Double
  ) -> Market {
    let prices = model.prices(of: coin)
    func price(_ before: Double) -> Double { prices(time - before) * rate }
    let now = price(0)
    func change(from other: Double) -> Decimal { SampleNumber.decimal((now / other - 1) * 100, decimals: 5) }
    func whole(_ value: Double) -> Decimal { SampleNumber.decimal(value, decimals: 0) }
    let day = stride(from: 0.0, through: 86_400, by: 3_600).map(price)
    let years = stride(from: 0.0, through: 3_650 * 86_400, by: 5 * 86_400).map { (before: $0, price: price($0)) }
    let highest = years.max { $0.price < $1.price } ?? (0, now)
    let lowest = years.min { $0.price < $1.price } ?? (0, now)
    var market = Market(coin: coin, rank: rank, image: image)
    market.figures = [
      "current_price": SampleNumber.price(now),
      "market_cap": rank.map { _ in whole(now * coin.supply) },
      "fully_diluted_valuation": coin.maximumSupply.map { whole(now * $0) },
      "total_volume": whole(now * coin.supply * (0.01 + Double((rank ?? 0) % 7) * 0.013)),
      "high_24h": SampleNumber.price(day.max() ?? now),
      "low_24h": SampleNumber.price(day.min() ?? now),
      "circulating_supply": whole(coin.supply),
      "total_supply": whole(coin.supply),
      "max_supply": coin.maximumSupply.map(whole),
      "ath": SampleNumber.price(highest.price),
      "ath_change_percentage": change(from: highest.price),
      "atl": SampleNumber.price(lowest.price),
      "atl_change_percentage": change(from: lowest.price),
    ]
    let changes = [
      "price_change_24h": SampleNumber.price(now - price(86_400)),
      "price_change_percentage_24h": change(from: price(86_400)),
      "price_change_percentage_1h_in_currency": change(from: price(3_600)),
      "price_change_percentage_24h_in_currency": change(from: price(86_400)),
      "price_change_percentage_7d_in_currency": change(from: price(7 * 86_400)),
    ]
    // One coin has unknown changes, which the service sends as null.
    for (name, value) in changes { market.figures[name] = .some(coin.id == "iota" ? nil : value) }
    market.times = [
      "ath_date": Self.text(of: time - highest.before),
      "atl_date": Self.text(of: time - lowest.before),
      "last_updated": Self.text(of: time),
    ]
    if hasSparkline {
      market.sparkline = stride(from: 167.0, through: 0, by: -1).map { SampleNumber.price(price($0 * 3_600)) }
    }
    return market
  }

  private static func text(of time: Double) -> String {
    Date(timeIntervalSince1970: time).formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted)
    )
  }
}

extension SampleMarket {
  struct PriceList: Encodable {
    struct Price: Encodable {
      let usd: Decimal
      let eur: Decimal?
    }

    struct Item: Encodable {
      let id: Int
      let name: String
      let usd: Decimal?
      let price: Price?
      let tags: [String]
    }

    var code = "1"
    let data: [Item]
  }

  struct Refusal: Encodable {
    var code = "0"
    var message = "Something went wrong."
  }

  /// The shortest error format: `{"error": "coin not found"}`.
  struct PlainError: Encodable {
    let error: String
  }

  /// The usual error format: `{"status": {"error_code": 429, "error_message": "…"}}`.
  struct StatusError: Encodable {
    struct Status: Encodable {
      let code: Int
      let message: String

      enum CodingKeys: String, CodingKey {
        case code = "error_code"
        case message = "error_message"
      }
    }

    let status: Status

    init(code: Int, message: String) { status = Status(code: code, message: message) }
  }

  /// The format for plan and API key errors: `{"error": {"status": {"error_code": 10012, "error_message": "…"}}}`.
  struct WrappedError: Encodable {
    let error: StatusError

    init(code: Int, message: String) { error = StatusError(code: code, message: message) }
  }

  /// A coin in `/coins/markets`.
  struct Market: Encodable {
    private struct Key: CodingKey {
      let stringValue: String
      let intValue: Int? = nil

      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.init(stringValue) }
      init?(intValue: Int) { return nil }
    }

    let coin: SampleCoin
    let rank: Int?
    let image: String
    /// The numbers by member name; unknown numbers are null.
    var figures: [String: Decimal?] = [:]
    var times: [String: String] = [:]
    var sparkline: [Decimal]?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(coin.id, forKey: Key("id"))
      try container.encode(coin.symbol, forKey: Key("symbol"))
      try container.encode(coin.name, forKey: Key("name"))
      try container.encode(rank, forKey: Key("market_cap_rank"))
      try container.encode(image, forKey: Key("image"))
      for (name, value) in figures { try container.encode(value, forKey: Key(name)) }
      for (name, text) in times { try container.encode(text, forKey: Key(name)) }
      if let sparkline { try container.encode(["price": sparkline], forKey: Key("sparkline_in_7d")) }
    }
  }

  /// The response to `/coins/{id}/market_chart`: pairs of a time in milliseconds and a value.
  struct Chart: Encodable {
    var prices: [[Decimal]] = []
    var marketCaps: [[Decimal]] = []
    var volumes: [[Decimal]] = []

    enum CodingKeys: String, CodingKey {
      case prices
      case marketCaps = "market_caps"
      case volumes = "total_volumes"
    }
  }
}

/// A model that multiplies the reference price by reproducible noise with six wavelengths, from minutes to a year.
struct SamplePriceModel: Sendable {
  /// The time when prices equal the reference prices: 2026-01-31 12:00 UTC.
  static let reference = 1_769_860_800.0

  static let rates: [String: Double] = [
    "usd": 1, "eur": 0.9, "aud": 1.5, "gbp": 0.78, "jpy": 152, "chf": 0.84, "cad": 1.38, "nzd": 1.66, "inr": 88,
  ]

  private static let waves: [(length: Double, height: Double)] = [
    (340 * 86_400, 0.7), (52 * 86_400, 0.22), (8 * 86_400, 0.07), (1.2 * 86_400, 0.025), (4 * 3_600, 0.008),
    (1_200, 0.002),
  ]

  let seed: UInt64

  func price(of coin: SampleCoin, at time: Double) -> Double { prices(of: coin)(time) }

  /// Returns a coin's price as a function of the time.
  func prices(of coin: SampleCoin) -> (Double) -> Double {
    let name = coin.id.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let reference = noise(name, Self.reference)
    // Stablecoins stay near one dollar.
    let strength = coin.price == 1 ? 0.002 : 1.0
    return { time in coin.price * exp(strength * (noise(name, time) - reference)) }
  }

  private func noise(_ name: UInt64, _ time: Double) -> Double {
    var sum = 0.0
    var salt = name &+ seed
    for wave in Self.waves {
      let place = time / wave.length
      let cell = place.rounded(.down)
      let fraction = place - cell
      let weight = fraction * fraction * (3 - 2 * fraction)
      let left = value(salt, Int64(cell))
      let right = value(salt, Int64(cell) + 1)
      sum += wave.height * (left + (right - left) * weight)
      salt &+= 0x9E37_79B9_7F4A_7C15
    }
    return sum
  }

  /// Returns a value from -1 to 1 for a cell in a wave, using SplitMix64's finalizer.
  private func value(_ salt: UInt64, _ cell: Int64) -> Double {
    var bits = salt ^ (UInt64(bitPattern: cell) &* 0xD6E8_FEB8_6659_FD93)
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / Double(1 << 52) - 1
  }
}

enum SampleNumber {
  // Calculating a power for each number would take a tenth of the time for a list.
  private static let fractions = (0...8).map { pow(Decimal(10), -$0) }

  /// Returns a price with two decimals if it is at least 1, otherwise with eight.
  static func price(_ value: Double) -> Decimal { decimal(value, decimals: abs(value) >= 1 ? 2 : 8) }

  static func decimal(_ value: Double, decimals: Int) -> Decimal {
    let scaled = (value * pow(10, Double(decimals))).rounded()
    return Decimal(Int64(scaled)) * fractions[decimals]
  }
}
