import Basics
import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Summary of the markets")
@MainActor
struct MarketsSummaryTests {
  private static func portfolio(_ repository: FakeRepository) throws -> PortfolioViewModel {
    let ledger = try Ledgers.make(at: [(-2, Ledgers.buy(5, "coin-0"))])
    return PortfolioViewModel(ledger: ledger, repository: repository, now: { FakeRepository.date })
  }

  private static func summary(_ repository: FakeRepository, _ portfolio: PortfolioViewModel) -> MarketsSummaryModel {
    MarketsSummaryModel(
      list: CoinListViewModel(repository: repository, now: { FakeRepository.date }),
      portfolio: portfolio,
      alerts: AlertsViewModel(
        store: memoryAlertStore(now: { FakeRepository.date }),
        repository: repository,
        now: { FakeRepository.date }
      )
    )
  }

  @Test(
    "distinguishes the holdings' fresh prices from stale prices and from prices after a failed refresh",
    arguments: [(TimeInterval(60), true, "1 min ago"), (300, true, "5 min ago"), (301, false, "5 min ago")]
  )
  func freshness(age: TimeInterval, isFresh: Bool, ageText: String) async throws {
    // Given
    let asOf = FakeRepository.date - age
    let repository = FakeRepository(provenance: Provenance(asOf: asOf))
    let portfolio = try Self.portfolio(repository)
    let summary = Self.summary(repository, portfolio)
    #expect(!summary.hasFreshAccount)
    #expect(summary.accountAge(in: RenderEnvironment()) == nil)

    // When
    await portfolio.load()

    // Then
    #expect(summary.hasFreshAccount == isFresh)
    #expect(summary.accountAge(in: RenderEnvironment())?.plainText == ageText)
  }

  @Test("updates the movers after the list has changed")
  func movers() async throws {
    // Given
    let repository = FakeRepository()
    let list = CoinListViewModel(repository: repository, now: { FakeRepository.date })
    let summary = MarketsSummaryModel(
      list: list,
      portfolio: try Self.portfolio(repository),
      alerts: AlertsViewModel(
        store: memoryAlertStore(now: { FakeRepository.date }),
        repository: repository,
        now: { FakeRepository.date }
      )
    )
    #expect(summary.movers == nil)
    await list.load()
    let first = try #require(summary.movers)
    #expect(first.rising.prefix(3).map(\.price) == ["$641.94", "$543.18", "$444.42"])
    #expect(summary.movers == first)

    // When
    list.setCurrency(.eur)
    await list.settle()

    // Then
    let second = try #require(summary.movers)
    #expect(second.rising.prefix(3).map(\.symbol) == ["C8", "C16", "C24"])
    #expect(second.rising.prefix(3).map(\.price) == ["–", "–", "€288.00"])
    #expect(second.rising.prefix(3).map(\.change) == ["+4.60\u{A0}%", "+4.20\u{A0}%", "+3.80\u{A0}%"])
    #expect(second.falling.prefix(3).map(\.change) == ["-5.00\u{A0}%", "-4.30\u{A0}%", "-3.90\u{A0}%"])
  }

  @Test("lists the 40 largest rises and falls, without changes that round to zero")
  func largestMovers() throws {
    // Given coins with changes from -0.45 % to 0.45 %, and two that are unknown
    let coins = try (-90...92).map { number in
      var figures = MarketFigures()
      figures.change24h = number == 91 ? .nan : number == 92 ? nil : Decimal(number) / 200
      return Coin(
        id: try #require(CoinID("c\(number)")),
        symbol: "s\(number)",
        name: "N",
        figures: figures,
        sparkline: [Double(number), 50]
      )
    }

    // When
    let movers = Movers(Array(coins[70...]), in: .aud)
    let all = Movers(coins, in: .aud)

    // Then
    #expect(all.rising.map(\.symbol) == (0..<40).map { "S\(90 - $0)" })
    #expect(all.falling.map(\.symbol) == (0..<40).map { "S-\(90 - $0)" })
    #expect(movers.falling.map(\.symbol) == (0..<20).map { "S-\(20 - $0)" })
    #expect(Movers(Array(coins[90...91]), in: .aud).rising.map(\.symbol) == ["S1"])
    #expect(all.rising.allSatisfy(\.isRising) && !all.falling.contains(where: \.isRising))
    let range = try #require(all.rising.last?.weekRange)
    #expect(abs(range.lowerBound - 45.9) + abs(range.upperBound - 56.1) < 1e-9)
    #expect(all.falling.first?.weekRange == nil)
  }

  @Test(
    "calculates the 24-hour change of recently bought coins from their cost, with both cost basis methods",
    arguments: CostBasisMethod.allCases
  )
  func dayChange(method: CostBasisMethod) async throws {
    // Given
    func dayChange(_ entries: [Ledgers.Entry]) async throws -> String? {
      let portfolio = PortfolioViewModel(
        ledger: try Ledgers.make(at: entries),
        repository: FakeRepository(),
        method: method,
        now: { FakeRepository.date }
      )
      await portfolio.load()
      return portfolio.content?.summary.dayChange
    }
    // When, Then: the price is $740.70, which is 5 % less than a day ago
    #expect(try await dayChange([(-48, Ledgers.buy(2, "coin-0"))]) == "-$77.97")
    #expect(try await dayChange([(-1, Ledgers.buy(3, "coin-0"))]) == "+$2,219.10")
    let both = try await dayChange([(-48, Ledgers.buy(2, "coin-0")), (-1, Ledgers.buy(3, "coin-0"))])
    #expect(both == "+$2,141.13")
  }

  @Test("counts all alerts, and formats as many as a card can show")
  func manyAlerts() {
    let time = FakeRepository.date
    let states = [AlertState.armed, .triggered(since: time), .off(since: time)]
    let alerts = (1...200).map { number in
      let coin = CoinReference(id: "coin-0", symbol: "c0")
      let request = AlertRequest(coin: coin, condition: .above(Decimal(number)), currency: "aud")
      return PriceAlert(id: number, request: request, created: time, state: states[number % 3])
    }
    let summary = AlertsSummary(alerts, now: time)
    #expect(summary.armedCount == 66)
    #expect(summary.triggeredCount == 67)
    #expect(summary.offCount == 67)
    #expect(summary.armed.count == 60)
    #expect(summary.armed.first == "C0 above $3.00 AUD")
    #expect(summary.triggered.count == 60)
    #expect(summary.triggered.last == "C0 above $178.00 AUD: Triggered just now")
  }

  @Test("requests fresh prices when the portfolio appears, even if stored figures are shown right afterwards")
  func showsStoredAfterAppearing() async throws {
    // Given
    let repository = FakeRepository()
    let portfolio = try Self.portfolio(repository)
    let summary = Self.summary(repository, portfolio)

    // When
    portfolio.appear()
    summary.showStored()
    await portfolio.settle()

    // Then
    #expect(repository.quoteRequests.contains { $0.policy == .fresh })
    #expect(!portfolio.state.isLoading)
  }

  struct AccountRow: Sendable {
    let coins: [String]
    let total: String?
    let change: String?
    let percent: String?
    let direction: Int
    let parts: [String]
    let unpricedCount: Int
  }

  @Test(
    "summarizes the account's value, its change and its parts, with unknown prices and changes",
    arguments: [
      AccountRow(
        coins: ["coin-0"],
        total: "$740.70",
        change: "-$38.98",
        percent: "-5.00\u{A0}%",
        direction: -1,
        parts: ["C0 1.0 $740.70 -5.00\u{A0}% -1"],
        unpricedCount: 0
      ),
      AccountRow(
        coins: ["coin-8", "gone"],
        total: "$641.94",
        change: "+$28.23",
        percent: "+4.60\u{A0}%",
        direction: 1,
        parts: ["C8 1.0 $641.94 +4.60\u{A0}% 1"],
        unpricedCount: 1
      ),
      AccountRow(
        coins: ["coin-0", "coin-9", "gone", "lost"],
        total: "$1,370.30",
        change: nil,
        percent: nil,
        direction: 0,
        parts: ["C0 0.5 $740.70 -5.00\u{A0}% -1", "C9 0.5 $629.60 – 0"],
        unpricedCount: 2
      ),
      AccountRow(
        coins: ["gone"],
        total: nil,
        change: nil,
        percent: nil,
        direction: 0,
        parts: [],
        unpricedCount: 1
      ),
    ]
  )
  func account(row: AccountRow) async throws {
    let ledger = try Ledgers.make(at: row.coins.map { (-48, Ledgers.buy(1, $0)) })
    let portfolio = PortfolioViewModel(ledger: ledger, repository: FakeRepository(), now: { FakeRepository.date })
    let summary = Self.summary(FakeRepository(), portfolio)
    #expect(summary.account == nil)
    await portfolio.load()
    let account = try #require(summary.account)
    #expect(account.total == row.total)
    #expect(account.dayChange == row.change)
    #expect(account.dayChangePercent == row.percent)
    #expect(account.direction == row.direction)
    let parts = account.parts.map { part in
      let share = (part.share * 10).rounded() / 10
      return "\(part.symbol) \(share) \(part.value) \(part.change ?? "–") \(part.direction)"
    }
    #expect(parts == row.parts)
    #expect(account.unpricedCount == row.unpricedCount)
  }

  @Test("loads the list, the holdings and the alerts when it appears, and requests them again on refresh")
  func loading() async throws {
    // Given
    let repository = FakeRepository()
    let list = CoinListViewModel(repository: repository, now: { FakeRepository.date })
    let portfolio = try Self.portfolio(repository)
    let alerts = AlertsViewModel(
      store: memoryAlertStore(now: { FakeRepository.date }),
      repository: repository,
      now: { FakeRepository.date }
    )
    let summary = MarketsSummaryModel(list: list, portfolio: portfolio, alerts: alerts, timeZone: .gmt)
    #expect(summary.asOf == nil)
    #expect(summary.alerts == nil)
    #expect(!summary.isLoading)

    // When it appears
    let appearance = StartedTasks { summary.appear() }
    summary.fill(rows: 18)
    #expect(summary.isLoading)
    await appearance.wait()
    await list.settle()
    await portfolio.settle()

    // Then
    #expect(!summary.isLoading)
    #expect(summary.asOf == FakeRepository.date)
    #expect(summary.account?.total == "$3,703.50")
    #expect(summary.accountTime(in: RenderEnvironment())?.plainText == "12:00")
    #expect(summary.alerts?.armedCount == 0)
    #expect(summary.problem == nil)
    #expect(summary.accountProblem == nil)
    #expect(summary.alertProblem == nil)
    #expect(repository.queries.map(\.pageSize) == [50])

    // When it is refreshed, and the refresh is cancelled
    summary.refresh()
    #expect(summary.isLoading)
    #expect(summary.cancelLoading())
    #expect(!summary.isLoading)
    #expect(!summary.cancelLoading())
    summary.refresh()
    await list.settle()
    await portfolio.settle()
    #expect(repository.queries.last?.policy == .refreshed)
    #expect(repository.quoteRequests.last?.policy == .refreshed)
    summary.disappear()
  }

  @Test("reports why the list is empty, but not a failure while there are coins")
  func failures() async throws {
    let repository = FakeRepository()
    let list = CoinListViewModel(repository: repository, now: { FakeRepository.date })
    let portfolio = try Self.portfolio(repository)
    let alerts = AlertsViewModel(store: memoryAlertStore(), repository: repository, now: { FakeRepository.date })
    let summary = MarketsSummaryModel(list: list, portfolio: portfolio, alerts: alerts)
    repository.fail(with: .noHistories(source: "Fake"))
    await list.load()
    #expect(summary.problem == "There are no charts: the source “Fake” has only current prices.")
    repository.fail(with: nil)
    await list.load()
    repository.fail(with: .noHistories(source: "Fake"))
    await list.load()
    #expect(summary.problem == nil)
  }
}
