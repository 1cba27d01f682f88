import BasicsTesting
import Components
import Foundation
import Testing

@testable import Markets

@Suite("Coin filter and sort order")
struct CoinListingTests {
  private static func coin(_ number: Int, _ price: String?) throws -> Coin {
    let amount = price.flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
    return Coin(
      id: try #require(CoinID("c\(number)")),
      symbol: "S\(number)",
      name: "Name \(number)",
      prices: CoinPrices(.usd, amount)
    )
  }

  private static func list(
    _ coins: [Coin],
    _ sort: CoinSort,
    _ filter: CoinFilter = CoinFilter()
  ) -> ListModel<Coin, CoinID, Never> {
    var texts = CoinTexts()
    return ListModel(
      coins,
      id: \.id,
      ordering: sort.ordering(in: .usd),
      filter: filter.matches(in: coins, &texts)
    )
  }

  private static func ids(_ coins: [Coin], _ sort: CoinSort) -> [String] {
    list(coins, sort).visibleItems.map(\.id.description)
  }

  @Test("sorts prices that floating-point numbers can't distinguish, and keeps the source's order for equal prices")
  func exactOrder() throws {
    // Given
    let prices = [
      "1.00000000000000000002", "1.00000000000000000001", nil, "1", "1", "NaN", "-1",
      "123456789012345678901234567890.1",
      "123456789012345678901234567890.2", "0.00000000000000000000000001",
    ]
    let coins = try prices.enumerated().map { try Self.coin($0, $1) }

    // When
    let ascending = Self.ids(coins, CoinSort(.price, isAscending: true))
    let descending = Self.ids(coins, CoinSort(.price, isAscending: false))

    // Then
    #expect(ascending == ["c6", "c9", "c3", "c4", "c1", "c0", "c7", "c8", "c2", "c5"])
    #expect(descending == ["c8", "c7", "c0", "c1", "c3", "c4", "c9", "c6", "c2", "c5"])
  }

  @Test("sorts coins without a rank last in either direction, and keeps the source's order among them")
  func ranks() throws {
    // Given
    let ranks: [Int?] = [3, nil, 1, 3, nil, 2]
    let coins = try ranks.enumerated().map { number, rank in
      Coin(id: try #require(CoinID("c\(number)")), symbol: "S", name: "Name", rank: rank)
    }

    // When
    let ascending = Self.ids(coins, CoinSort(.rank))
    let descending = Self.ids(coins, CoinSort(.rank, isAscending: false))

    // Then
    #expect(ascending == ["c2", "c5", "c0", "c3", "c1", "c4"])
    #expect(descending == ["c0", "c3", "c5", "c2", "c1", "c4"])
  }

  @Test("leaves a coin's figures unchanged when a copy changes, and treats missing figures as equal")
  func figuresOfCopies() throws {
    let coin = Coin(id: try #require(CoinID("c")), symbol: "S", name: "Name")
    var copy = coin
    copy.figures.volume = 1
    #expect(coin.figures.volume == nil)
    #expect(copy.figures.volume == 1)
    #expect(copy != coin)
    copy.figures.volume = nil
    #expect(copy == coin)
    #expect(copy.hashValue == coin.hashValue)
    #expect(Coin(id: coin.id, symbol: "S", name: "Name", figures: MarketFigures()) == coin)
  }

  @Test("sorts random prices in the same order as an exact reference sort")
  func randomOrder() throws {
    var generator = SeededGenerator(seed: 3)
    let coins = try (0..<500).map { number in
      let digits = Int64.random(in: 1...1_000_000_000_000_000_000, using: &generator)
      return try Self.coin(number, "\(digits)e\(Int.random(in: -30 ... -10, using: &generator))")
    }
    let list = Self.list(coins, CoinSort(.price, isAscending: true))
    let prices = list.visibleItems.compactMap { $0.prices[.usd] }
    #expect(prices.count == 500)
    #expect(prices == prices.sorted())
  }

  @Test(
    "finds text within a symbol, name or ID, but not across two of them, and ignores case",
    arguments: [("s1", 1), ("NAME", 3), ("c2", 1), ("", 3), ("s1name", 0), ("e 2", 1), ("xyz", 0), ("\u{FF}", 0)]
  )
  func search(text: String, count: Int) throws {
    let coins = try (1...3).map { try Self.coin($0, nil) }
    #expect(Self.list(coins, CoinSort(.rank), CoinFilter(text: text)).count == count)
  }

  @Test("filters and sorts an empty list")
  func empty() {
    let filter = CoinFilter(text: "a", tags: [.deposit], ids: [])
    #expect(Self.list([], CoinSort(.name), filter).isEmpty)
  }
}

@Suite("Price histories")
struct PriceHistoryTests {
  @Test("creates candles that open at the previous close and include every point")
  func candles() throws {
    // Given
    let coin = try #require(CoinID("c"))
    let points = (0..<100).map { index in
      PriceHistory.Point(date: Date(timeIntervalSince1970: Double(index) * 60), price: Decimal((index * 37) % 41 + 1))
    }
    let history = PriceHistory(
      coin: coin,
      range: .day,
      currency: .usd,
      points: points.reversed(),
      provenance: Provenance(asOf: .distantPast)
    )

    // When
    let candles = history.candles(count: 7)

    // Then
    #expect(candles.count == 7)
    #expect(candles.first?.open == points[0].price)
    #expect(candles.last?.close == points[99].price)
    #expect(zip(candles, candles.dropFirst()).allSatisfy { $0.close == $1.open && $0.start < $1.start })
    #expect(candles.allSatisfy { $0.low <= min($0.open, $0.close) && $0.high >= max($0.open, $0.close) })
    #expect(candles.map(\.high).max() == points.map(\.price).max())
    #expect(history.candles(count: 0).isEmpty)
  }

  @Test("gives each candle the points of its period, and omits periods without points")
  func candlePeriods() throws {
    // Given prices at minutes 0 to 100; four candles are 25 minutes long
    let prices: [(minute: Double, price: Decimal)] = [(0, 5), (24.9, 7), (25, 4), (30, 2), (75, 9), (100, 6)]
    let history = PriceHistory(
      coin: try #require(CoinID("c")),
      range: .day,
      currency: .usd,
      points: prices.map { .init(date: FakeRepository.date + $0.minute * 60, price: $0.price) },
      provenance: Provenance(asOf: .distantPast)
    )

    // When
    let candles = history.candles(count: 4)

    // Then
    func candle(_ minute: Double, _ open: Decimal, _ high: Decimal, _ low: Decimal, _ close: Decimal) -> PriceCandle {
      PriceCandle(start: FakeRepository.date + minute * 60, open: open, high: high, low: low, close: close)
    }
    #expect(candles == [candle(0, 5, 7, 5, 7), candle(25, 7, 7, 2, 2), candle(75, 2, 9, 2, 6)])
    #expect(history.candles(count: 1) == [candle(0, 5, 9, 2, 6)])
  }

  @Test(
    "finds the nearest point in time, or the earlier of two equally near ones",
    arguments: [
      (-5.0, 0), (0, 0), (4, 0), (5, 0), (6, 1), (10, 1), (24, 1), (25, 1), (26, 2), (40, 2), (1e9, 2), (.nan, nil),
    ] as [(Double, Int?)]
  )
  func nearest(seconds: Double, index: Int?) {
    let dates = [0, 10, 40].map { FakeRepository.date + $0 }
    #expect(dates.index(nearestTo: FakeRepository.date + seconds, by: \.self) == index)
    #expect([Date]().index(nearestTo: FakeRepository.date, by: \.self) == nil)
  }

  @Test("moves the chart cursor from either end, and keeps it within the points")
  func cursor() {
    func moved(_ steps: [Int], count: Int = 3) -> Int? {
      var cursor = ChartCursor()
      for step in steps { cursor.move(by: step, count: count) }
      return cursor.index
    }
    #expect(moved([-1]) == 2)
    #expect(moved([1]) == 0)
    #expect(moved([1, 1]) == 1)
    #expect(moved([-5, -5, 1]) == 1)
    #expect(moved([1, 9]) == 2)
    #expect(moved([1], count: 0) == nil)
    var cursor = ChartCursor(index: 2)
    cursor.keep(within: 3)
    #expect(cursor.index == 2)
    cursor.keep(within: 2)
    #expect(cursor.index == 1)
    cursor.keep(within: 0)
    #expect(cursor.index == nil)
  }

  @Test(
    "names a range by its number of days",
    arguments: [
      (1, PriceRange.day, "1D"), (7, .week, "1W"), (30, .month, "1M"), (90, .threeMonths, "3M"),
      (180, .sixMonths, "6M"),
      (365, .year, "1Y"), (1_825, .fiveYears, "5Y"), (2, .days(2), "2D"),
    ]
  )
  func ranges(days: Int, range: PriceRange, label: String) {
    #expect(PriceRange(days: days) == range)
    #expect(range.dayCount == days)
    #expect(range.label == label)
  }

  @Test("creates a single candle from one point or from many points at the same time")
  func degenerateCandles() throws {
    let coin = try #require(CoinID("c"))
    for count in [1, 5] {
      let points = (0..<count).map { PriceHistory.Point(date: .distantPast, price: Decimal($0)) }
      let history = PriceHistory(
        coin: coin,
        range: .all,
        currency: .usd,
        points: points,
        provenance: Provenance(asOf: .distantPast)
      )
      #expect(history.candles(count: 10).count == 1)
    }
  }
}
