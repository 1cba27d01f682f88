import Foundation
import Portfolio
import Testing

@testable import Markets

@MainActor
@Suite("Prices shared by all screens")
struct SharedQuotesTests {
  private nonisolated static let noon = FakeRepository.date
  private static let id = coinID("coin-3")

  private let source = FakeRepository()
  private let clock = MovableDate(noon)
  private let store: QuoteStore
  private let repository: any MarketsRepository

  init() {
    let clock = clock
    store = QuoteStore(now: { clock.date })
    repository = QuotingRepository(
      source,
      store: store,
      rule: { .automatic },
      plan: .free,
      budget: nil,
      now: { clock.date }
    )
  }

  private func list() -> CoinListViewModel {
    CoinListViewModel(repository: repository, now: { [clock] in clock.date })
  }

  private func page() -> CoinDetailViewModel {
    CoinDetailViewModel("coin-3", repository: repository, now: { [clock] in clock.date })
  }

  private func arrive(_ price: Decimal, _ seconds: TimeInterval) throws {
    clock.date = Self.noon + seconds
    store.record([Self.id: [.aud: try #require(Quote(price: price, dayChange: 4, time: clock.date, source: "Fake"))]])
  }

  @Test("shows the latest price on a coin's page and in the list")
  func newestPrice() async throws {
    // Given both screens
    let (list, page) = (list(), page())
    await list.load()
    await page.load()

    // When a newer price arrives
    try arrive(777, 60)
    await list.showNewestQuotes()
    await page.showNewestQuotes()

    // Then
    let listed = list.content?.coins.first { $0.id == Self.id }
    #expect(listed?.prices[.aud] == 777)
    #expect(listed?.figures.change24h == 4)
    #expect(page.content?.coin.prices[.aud] == 777)
    #expect(page.content?.provenance.asOf == Self.noon + 60)
    // The other prices in the list are older.
    #expect(list.content?.provenance.asOf == Self.noon)
  }

  @Test("ignores an older quote that arrives later")
  func olderPrice() async throws {
    let page = page()
    await page.load()
    let price = page.content?.coin.prices[.aud]
    store.record([Self.id: [.aud: try #require(Quote(price: 1, time: Self.noon - 9, source: "Fake"))]])
    await page.showNewestQuotes()
    #expect(page.content?.coin.prices[.aud] == price)
  }

  @Test("shows the list's newest price on a coin page that is opened later")
  func laterPage() async throws {
    await list().load()
    try arrive(777, 60)
    let page = page()
    await page.load()
    #expect(page.content?.coin.prices[.aud] == 777)
  }

  @Test("reloads prices when a screen appears again, unless they are fresh", arguments: [(299, 1), (300, 2)])
  func reloading(seconds: Int, requests: Int) async {
    let list = list()
    await list.load()
    clock.date += TimeInterval(seconds)
    list.appear()
    await list.settle()
    list.disappear()
    #expect(source.queries.count == requests)
  }

  @Test("treats the list as fresh even if it contains a coin that is no longer traded")
  func dormantCoin() async throws {
    var coins = FakeRepository.coins(3)
    coins[1].lastUpdated = Self.noon - 40 * 86_400
    coins[2].lastUpdated = Self.noon - 120
    let repository = QuotingRepository(
      FakeRepository(coins),
      store: store,
      rule: { .automatic },
      plan: .free,
      budget: nil,
      now: { Self.noon }
    )
    let page = try await repository.coins(CoinQuery())
    #expect(page.provenance.asOf == Self.noon - 120)
    #expect(page.coins[1].prices.quote(in: .aud)?.time == Self.noon - 40 * 86_400)
    #expect(PriceAge.mark(of: page.coins[1], in: page, now: Self.noon) == "40 days")
    #expect(PriceAge.mark(of: page.coins[0], in: page, now: Self.noon) == nil)
    let single = try await repository.coin("coin-1", CoinQuery())
    #expect(single.provenance.isStale(at: Self.noon))
  }

  @Test("treats implausible prices as unknown, and reports them")
  func implausiblePrices() async throws {
    var coins = FakeRepository.coins(4)
    coins[0].prices = CoinPrices(.aud, 0)
    coins[1].prices = CoinPrices(.aud, -5)
    coins[2].prices = CoinPrices(.aud, Decimal(sign: .plus, exponent: 30, significand: 1))
    let repository = QuotingRepository(
      FakeRepository(coins),
      store: store,
      rule: { .automatic },
      plan: .free,
      budget: nil,
      now: { Self.noon }
    )
    let page = try await repository.coins(CoinQuery())
    #expect(page.coins.map { $0.prices[.aud] == nil } == [true, true, true, false])
    #expect(PriceAge.notice(ofImplausiblePricesIn: page) == "Ignored implausible prices for coin-0 and 2 more")
  }

  @Test("shows known prices with their age if the source refuses a request")
  func refusal() async throws {
    _ = try await repository.quotes(of: [Self.id], in: [.aud], policy: .fresh)
    clock.date += 3_600
    source.fail(with: .rateLimited(nextTry: clock.date + 60, serviceMessage: nil))
    let quotes = await FetchQuotes(repository: repository).execute(["coin-3", "coin-4"], currency: .aud)
    #expect(quotes.prices(in: .aud).keys.map(\.self) == ["coin-3"])
    #expect(
      quotes.provenance.flatMap { PriceAge.notice(of: $0, now: clock.date) }
        == "Couldn't refresh prices; showing prices from 1 h ago; next try in 60 s"
    )
  }
}
