import Foundation

/// Makes the documents of the sample market.
struct SampleMarket: Sendable {
  /// How many days of the past there are.
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

  /// Other ids than in version 1, and not all of its coins.
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

  func markets(rate: Double, ids: Set<String>?, page: Int, size: Int, hasSparkline: Bool, at time: Double) -> [Market] {
    let ranked = SampleCoin.all.map { ($0, model.price(of: $0, at: time) * $0.supply) }.sorted { $0.1 > $1.1 }
    let (start, overflow) = size.multipliedReportingOverflow(by: page - 1)
    guard !overflow else { return [] }
    let wanted = ranked.enumerated().filter { ids?.contains($0.element.0.id) ?? true }
    return wanted.dropFirst(start).prefix(size).map { rank, entry in
      market(entry.0, rank: rank + 1, rate: rate, hasSparkline: hasSparkline, at: time)
    }
  }

  func chart(of coin: SampleCoin, rate: Double, days: Int, at time: Double) -> Chart {
    // CoinGecko's documentation, "market_chart": five minutes for one day, an hour up to ninety, else a day.
    let step: Double = days == 1 ? 300 : days <= 90 ? 3_600 : 86_400
    let count = Int(Double(days) * 86_400 / step)
    let end = (time / step).rounded(.down) * step
    var chart = Chart()
    for index in 0...count {
      let moment = index == count ? time : end - Double(count - index) * step
      let price = model.price(of: coin, at: moment) * rate
      let milliseconds = Decimal(Int64((moment * 1_000).rounded()))
      chart.prices.append([milliseconds, SampleNumber.price(price)])
      chart.marketCaps.append([milliseconds, SampleNumber.decimal(price * coin.supply, decimals: 0)])
      chart.volumes.append([milliseconds, SampleNumber.decimal(price * coin.supply * 0.03, decimals: 0)])
    }
    return chart
  }

  private func market(_ coin: SampleCoin, rank: Int, rate: Double, hasSparkline: Bool, at time: Double) -> Market {
    func price(_ before: Double) -> Double { model.price(of: coin, at: time - before) * rate }
    let now = price(0)
    func change(from other: Double) -> Decimal { SampleNumber.decimal((now / other - 1) * 100, decimals: 5) }
    func whole(_ value: Double) -> Decimal { SampleNumber.decimal(value, decimals: 0) }
    let day = stride(from: 0.0, through: 86_400, by: 3_600).map(price)
    let years = stride(from: 0.0, through: 3_650 * 86_400, by: 5 * 86_400).map { (before: $0, price: price($0)) }
    let highest = years.max { $0.price < $1.price } ?? (0, now)
    let lowest = years.min { $0.price < $1.price } ?? (0, now)
    var market = Market(coin: coin, rank: rank)
    market.figures = [
      "current_price": SampleNumber.price(now),
      "market_cap": whole(now * coin.supply),
      "fully_diluted_valuation": coin.maximumSupply.map { whole(now * $0) },
      "total_volume": whole(now * coin.supply * (0.01 + Double(rank % 7) * 0.013)),
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
    // The changes of one coin are unknown: the service sends null then.
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
