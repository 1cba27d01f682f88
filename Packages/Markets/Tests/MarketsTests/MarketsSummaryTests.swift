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
    arguments: [(TimeInterval(-60), true), (-86_400, false)]
  )
  func freshness(age: TimeInterval, isFresh: Bool) async throws {
    // Given
    let asOf = FakeRepository.date + age
    let repository = FakeRepository(provenance: Provenance(asOf: asOf))
    let portfolio = try Self.portfolio(repository)
    let summary = Self.summary(repository, portfolio)
    #expect(!summary.hasFreshAccount)
    #expect(summary.accountAge(in: RenderEnvironment()) == nil)

    // When
    await portfolio.load()

    // Then
    #expect(summary.hasFreshAccount == isFresh)
    let text = summary.accountAge(in: RenderEnvironment())?.plainText
    #expect(text == RelativeAge.text(of: asOf, now: FakeRepository.date))
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
    #expect(!first.rising.isEmpty)
    #expect(summary.movers == first)

    // When
    list.setCurrency(.eur)
    await list.settle()

    // Then
    #expect(summary.movers != first)
    #expect(summary.movers == list.content.map { Movers($0.coins, in: $0.currency) })
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
    let coin = try #require(FakeRepository.coins(60).first)
    let price = try #require(coin.prices[.aud])
    let change = try #require(coin.figures.change24h)
    let oldGain = 2 * price - 2 * price / (1 + change / 100)
    let formatter = PriceFormatter(.aud)
    // When, Then
    #expect(try await dayChange([(-48, Ledgers.buy(2, "coin-0"))]) == formatter.change(oldGain))
    #expect(try await dayChange([(-1, Ledgers.buy(3, "coin-0"))]) == formatter.change(3 * price - 3))
    let both = try await dayChange([(-48, Ledgers.buy(2, "coin-0")), (-1, Ledgers.buy(3, "coin-0"))])
    #expect(both == formatter.change(oldGain + 3 * price - 3))
  }

  @Test("counts all alerts, and formats as many as a card can show")
  func manyAlerts() {
    let alerts = (1...100).map { number in
      let coin = CoinReference(id: "coin-0", symbol: "c0")
      let request = AlertRequest(coin: coin, condition: .above(Decimal(number)), currency: "aud")
      return PriceAlert(id: number, request: request, created: FakeRepository.date, state: .armed)
    }
    let summary = AlertsSummary(alerts, now: FakeRepository.date)
    #expect(summary.armedCount == 100)
    #expect(summary.armed.count == AlertsSummary.limit)
    #expect(summary.triggeredCount == 0)
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
}
