import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Account history")
struct FetchAccountHistoryTests {
  private static let noon = FakeRepository.date

  /// Returns a chart with hourly prices that ends at the current time.
  private static func chart(_ prices: [String], start: Date = noon, shiftedBy seconds: Double = 0) -> String {
    let points = prices.enumerated().map { index, price in
      let time = start.addingTimeInterval(Double(index + 1 - prices.count) * 3_600 + seconds)
      return "[\(Int(time.timeIntervalSince1970 * 1_000)),\(price)]"
    }
    return #"{"prices":[\#(points.joined(separator: ","))]}"#
  }

  private static func bench(
    _ answer: @escaping @Sendable (_ coin: String, URL) throws(NetworkError) -> HTTPResponse
  ) -> Bench {
    Bench { request throws(NetworkError) in
      try answer(request.url.pathComponents.dropLast().last ?? "", request.url)
    }
  }

  private static func fetch(
    _ repository: any MarketsRepository,
    _ entries: [Ledgers.Entry],
    range: PriceRange = .week,
    policy: LoadPolicy = .fresh,
    now: Date = noon
  ) async throws -> AccountHistory {
    try await FetchAccountHistory(repository: repository).execute(
      try Ledgers.make(at: entries).snapshot(),
      range: range,
      currency: .aud,
      policy: policy,
      now: now
    )
  }

  private static func kind(_ gap: AccountHistory.Gap) -> String {
    "\(gap.coin.id) \(gap.reason)".prefix { $0 != "(" }.description
  }

  @Test("requests each held coin's chart once while it is fresh, and adds up values exactly")
  func values() async throws {
    // Given a coin that was sold earlier, and a coin whose prices are recorded some seconds later
    let bench = Self.bench { coin, url in
      .json(
        coin == "bitcoin" ? Self.chart(["100.1", "110.2", "120.3"]) : Self.chart(["10", "20", "30"], shiftedBy: -7),
        url: url
      )
    }
    let entries: [Ledgers.Entry] = [
      (-900, Ledgers.buy(1, "dogecoin")), (-800, Ledgers.sell(1, "dogecoin")),
      (-500, Ledgers.buy(2, "bitcoin")), (-1.5, Ledgers.buy(3, "ethereum")), (-0.5, Ledgers.sell(1, "bitcoin")),
    ]

    // When
    let history = try await Self.fetch(bench.coinGecko, entries)
    bench.date += 290
    let again = try await Self.fetch(bench.coinGecko, entries, now: bench.date)

    // Then
    #expect(
      bench.transport.requests.map { $0.url.absoluteString.suffix(64).description }
        == [
          "/coins/bitcoin/market_chart?vs_currency=aud&days=7", "/coins/ethereum/market_chart?vs_currency=aud&days=7",
        ].map { String("http://markets.example/api/v3\($0)".suffix(64)) }
    )
    #expect(
      history.points.map(\.value) == [Decimal(string: "200.2"), Decimal(string: "280.4"), Decimal(string: "210.3")]
    )
    #expect(history.points.map(\.time) == [-2, -1, 0].map { Self.noon + $0 * 3_600 })
    #expect(history.gaps.isEmpty)
    #expect(history.entryCount == 2)
    #expect(history.futureEntryCount == 0)
    #expect(history.change == Decimal(string: "10.1"))
    // Three coins were bought for one dollar each, and one coin was sold for one dollar.
    #expect(history.points.map(\.netAdditions) == [0, 3, 2])
    #expect(history.gain == Decimal(string: "8.1"))
    #expect(history.gainPercent == (Decimal(string: "8.1") ?? 0) / (Decimal(string: "203.2") ?? 1) * 100)
    #expect(again.points == history.points)
    #expect(again.provenance?.isFromCache == true)
  }

  @Test(
    "reports why a coin has no prices, never counts the coin as zero, and includes all other coins",
    arguments: [
      (404, #"{"error":"coin not found"}"#, "ethereum unknownCoin"), (200, #"{"prices":[]}"#, "ethereum noPrices"),
      (200, #"{"prices":[[1,null]]}"#, "ethereum noPrices"), (500, "oops", "ethereum failed"),
      (200, "{", "ethereum failed"), (200, #"{"prices":[[1]]}"#, "ethereum failed"),
    ]
  )
  func gaps(status: Int, body: String, gap: String) async throws {
    // Given
    let bench = Self.bench { coin, url in
      guard coin == "ethereum" else { return .json(Self.chart(["100", "110"]), url: url) }
      return HTTPResponse(
        status: HTTPStatus(code: status) ?? .internalServerError,
        headers: [.contentType: "application/json"],
        url: url,
        body: ResponseBody(bytes: Data(body.utf8))
      )
    }

    // When
    let history = try await Self.fetch(
      bench.coinGecko,
      [(-500, Ledgers.buy(5, "ethereum")), (-400, Ledgers.buy(2, "bitcoin")), (-300, Ledgers.buy(1, "solana"))]
    )

    // Then
    #expect(history.points.map(\.value) == [300, 330])
    #expect(history.points.allSatisfy { $0.missingPrices.map(\.id) == ["ethereum"] })
    #expect(history.gaps.map(Self.kind) == [gap])
    let notices = AccountHistoryText.notices(of: history, now: Self.noon)
    try #require(notices.count == 1)
    #expect(notices[0].hasPrefix("Not counted: ETH. "))
  }

  @Test("stops requests after a 429 response, uses cached charts, and reports when missing charts can be requested")
  func storm() async throws {
    // Given two cached charts
    let isClosed = MovableDate(.distantPast)
    let bench = Self.bench { coin, url in
      if isClosed.date != .distantPast {
        return HTTPResponse(status: .tooManyRequests, headers: [.retryAfter: "90"], url: url)
      }
      return .json(Self.chart(["100", "110"]), url: url)
    }
    let coins: [Ledgers.Entry] = (0..<30).map { (-500 + Double($0), Ledgers.buy(1, "coin-\($0)")) }
    _ = try await Self.fetch(bench.coinGecko, [coins[4], coins[20]])
    isClosed.date = .now

    // When
    let history = try await Self.fetch(bench.coinGecko, coins)

    // Then
    #expect(bench.requestCount == 3)
    #expect(history.points.map(\.value) == [200, 220])
    #expect(history.gaps.count == 28)
    #expect(history.gaps.allSatisfy { Self.kind($0).hasSuffix("failed") })
    let notices = AccountHistoryText.notices(of: history, now: bench.date)
    try #require(notices.count == 1, "\(notices)")
    #expect(notices[0].hasSuffix("Next try in 90 s."), "\(notices)")

    // When the pause is over, only the missing charts are requested
    isClosed.date = .distantPast
    bench.date += 91
    let complete = try await Self.fetch(bench.coinGecko, coins)
    #expect(complete.gaps.isEmpty)
    #expect(complete.points.first?.value == 3_000)
    #expect(bench.requestCount == 3 + 28)
  }

  @Test("stops chart requests after repeated failures, and throws the reason if no chart is available")
  func outage() async throws {
    let bench = Self.bench { _, url in HTTPResponse(status: .internalServerError, url: url) }
    let coins: [Ledgers.Entry] = (0..<30).map { (-500 + Double($0), Ledgers.buy(1, "coin-\($0)")) }
    let error = await #expect(throws: MarketsError.self) { _ = try await Self.fetch(bench.coinGecko, coins) }
    #expect(bench.requestCount == 2)
    guard case .service(NetworkError.status) = error else { Issue.record("\(String(describing: error))"); return }
  }

  @Test("sends at most one request before reporting a range that the source doesn't provide")
  func ranges() async throws {
    let body = #"{"error":{"status":{"error_code":10012,"error_message":"exceeds the allowed time range"}}}"#
    let bench = Self.bench { _, url in
      HTTPResponse(
        status: .unauthorized,
        headers: [.contentType: "application/json"],
        url: url,
        body: ResponseBody(bytes: Data(body.utf8))
      )
    }
    let entries: [Ledgers.Entry] = [(-5.0, Ledgers.buy(1, "bitcoin")), (-4, Ledgers.buy(1, "ethereum"))]
    let error = await #expect(throws: MarketsError.self) {
      _ = try await Self.fetch(bench.coinGecko, entries, range: .all)
    }
    let other = await #expect(throws: MarketsError.self) { _ = try await Self.fetch(bench.priceList, entries) }
    let none = await #expect(throws: MarketsError.self) {
      _ = try await Self.fetch(bench.coinGecko, entries, range: .days(0))
    }
    #expect(bench.requestCount == 1)
    for error in [error, none] {
      guard case .rangeNotAvailable = error else { Issue.record("\(String(describing: error))"); return }
    }
    guard case .noHistories(source: "price list") = other else { Issue.record("\(String(describing: other))"); return }
  }

  @Test("uses cached charts without a network, and reports their age")
  func offline() async throws {
    let isDown = MovableDate(.distantPast)
    let bench = Self.bench { _, url throws(NetworkError) in
      if isDown.date != .distantPast { throw .unreachable(.offline, origin: "http://markets.example") }
      return .json(Self.chart(["100", "110"]), url: url)
    }
    let entries: [Ledgers.Entry] = [(-500.0, Ledgers.buy(1, "bitcoin")), (-400, Ledgers.buy(1, "ethereum"))]
    _ = try await Self.fetch(bench.coinGecko, Array(entries.prefix(1)))
    isDown.date = .now
    bench.date += 90_000
    let history = try await Self.fetch(bench.coinGecko, entries, now: bench.date)
    #expect(history.provenance?.hasFailedRefresh == true)
    #expect(history.provenance?.asOf == Self.noon)
    #expect(history.points.map(\.value) == [100, 110])
    #expect(history.gaps.map(Self.kind) == ["ethereum failed"])
    let error = await #expect(throws: MarketsError.self) {
      _ = try await Self.fetch(bench.coinGecko, Array(entries.suffix(1)), now: bench.date)
    }
    guard case .service(NetworkError.unreachable) = error else { Issue.record("\(String(describing: error))"); return }
  }

  @Test("finds every cached chart offline, and reports all missing charts together")
  func offlineCache() async throws {
    // Given
    let bench = Self.bench { _, url in .json(Self.chart(["100", "110"]), url: url) }
    let entries: [Ledgers.Entry] = ["a", "b", "c", "d"].enumerated()
      .map { (-500 + Double($0.offset), Ledgers.buy(1, $0.element)) }
    _ = try await Self.fetch(bench.coinGecko, [entries[3]])
    bench.cache.isOffline = true

    // When
    let history = try await Self.fetch(bench.coinGecko, entries)

    // Then
    #expect(history.points.map(\.value) == [100, 110])
    #expect(history.gaps.count == 3)
    #expect(bench.requestCount == 1)
    #expect(
      AccountHistoryText.notices(of: history, now: Self.noon) == [
        "Not counted: A, B, C. No prices are stored, and network requests are off."
      ]
    )
  }

  @Test("lists a coin as missing from the value until its first price")
  func youngCoin() async throws {
    let bench = Self.bench { coin, url in
      .json(Self.chart(coin == "new" ? ["5"] : ["100", "110", "120"]), url: url)
    }
    let history = try await Self.fetch(
      bench.coinGecko,
      [(-50, Ledgers.buy(1, "bitcoin")), (-40, Ledgers.buy(2, "new"))]
    )
    #expect(history.points.map(\.value) == [100, 110, 130])
    #expect(history.points.map { $0.missingPrices.map(\.id) } == [["new"], ["new"], []])
    #expect(
      AccountHistoryText.notices(of: history, now: Self.noon) == [
        "Not counted: NEW. Prices are available only from 2026-01-31 on."
      ]
    )
  }

  @Test("uses the last cached price to value an entry that is newer than the cached prices")
  func youngEntry() async throws {
    let bench = Self.bench { _, url in .json(Self.chart(["100", "110"]), url: url) }
    let entries: [Ledgers.Entry] = [(-50, Ledgers.buy(1, "bitcoin")), (3.0, Ledgers.buy(2, "bitcoin"))]
    let history = try await Self.fetch(bench.coinGecko, entries, now: Self.noon + 4 * 3_600)
    #expect(history.points.map(\.value) == [100, 110, 330])
    #expect(history.points.last?.time == Self.noon + 3 * 3_600)
    let first = try await Self.fetch(bench.coinGecko, Array(entries.suffix(1)), now: Self.noon + 4 * 3_600)
    #expect(first.points.map(\.value) == [220])
    #expect(first.change == 0)
  }

  @Test("excludes and reports future entries, unless the clock was set back")
  func clocks() async throws {
    let bench = Self.bench { _, url in .json(Self.chart(["100", "110"]), url: url) }
    let entries: [Ledgers.Entry] = [(-0.5, Ledgers.buy(1, "bitcoin")), (20.0, Ledgers.buy(2, "bitcoin"))]
    let history = try await Self.fetch(bench.coinGecko, entries)
    #expect(history.points.map(\.value) == [110])
    #expect(history.futureEntryCount == 1)
    #expect(
      AccountHistoryText.notices(of: history, now: Self.noon) == [
        "1 entry has a future date and is not counted yet."
      ]
    )
    let back = try await Self.fetch(bench.coinGecko, Array(entries.prefix(1)), now: Self.noon - 400 * 86_400)
    #expect(back.points == history.points)
    #expect(back.futureEntryCount == 0)
  }

  @Test("sends no requests if no coins were held or a coin's ID isn't valid")
  func nothing() async throws {
    let bench = Self.bench { _, url in .json(Self.chart(["100"]), url: url) }
    let empty = try await Self.fetch(bench.coinGecko, [])
    let sold = try await Self.fetch(
      bench.coinGecko,
      [(-500, Ledgers.buy(1, "bitcoin")), (-400, Ledgers.sell(1, "bitcoin"))]
    )
    let odd = try await Self.fetch(bench.coinGecko, [(-500, Ledgers.buy(1, "no coin/../at all"))])
    #expect(bench.requestCount == 0)
    #expect([empty, sold, odd].allSatisfy { $0.points.isEmpty && $0.provenance == nil && $0.change == nil })
    #expect(empty.gaps.isEmpty)
    #expect(sold.gaps.isEmpty)
    #expect(odd.gaps.map(Self.kind) == ["no coin/../at all unknownCoin"])
  }

  @Test(
    "treats invalid prices as missing, and adds up extreme prices correctly",
    arguments: [
      ("0", "0", true), ("-1", "0", false), ("1e-18", "0.000000000000000002", true), ("1e-30", "0", true),
      ("1e17", "200000000000000000", true), ("1e18", "0", false), ("1e30", "0", false),
    ]
  )
  func hostilePrices(price: String, value: String, isCounted: Bool) async throws {
    let bench = Self.bench { _, url in .json(Self.chart([price]), url: url) }
    let history = try await Self.fetch(bench.coinGecko, [(-5, Ledgers.buy(2, "bitcoin"))])
    #expect(history.points.map(\.value) == [Decimal(string: value)])
    #expect(history.points.map(\.missingPrices.isEmpty) == [isCounted])
  }

  @Test("reports progress before each chart, and requests all charts again on refresh")
  func progress() async throws {
    let bench = Self.bench { _, url in .json(Self.chart(["100"]), url: url) }
    let snapshot = try Ledgers.make(at: [(-5, Ledgers.buy(2, "bitcoin")), (-4, Ledgers.buy(2, "ethereum"))]).snapshot()
    let steps = Steps()
    for policy in [LoadPolicy.fresh, .refreshed, .storedOnly] {
      _ = try await FetchAccountHistory(repository: bench.coinGecko).execute(
        snapshot,
        range: .week,
        currency: .aud,
        policy: policy,
        now: Self.noon
      ) { await steps.note($0, $1) }
    }
    #expect(await steps.list == [[0, 2], [1, 2], [0, 2], [1, 2], [0, 2], [1, 2]])
    #expect(bench.requestCount == 4)
  }

  private actor Steps {
    var list: [[Int]] = []

    func note(_ loaded: Int, _ count: Int) { list.append([loaded, count]) }
  }
}
