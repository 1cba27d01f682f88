import Basics
import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

/// Tests of states that a screen's picture doesn't show.
@Suite("States of market view models")
@MainActor
struct ViewModelStateTests {
  @Test(
    "offers the price at the chart's cursor for an entry, unless it is zero or in the future",
    arguments: [(0, nil), (1, 50), (2, 60), (3, nil)] as [(Int, Decimal?)]
  )
  func priceAtCursor(index: Int, price: Decimal?) async {
    // Given prices of which the last is a second in the future
    let now = FakeRepository.date
    let points = [(-60.0, 0), (-30, 50), (0, 60), (1, 70)].map { PriceHistory.Point(date: now + $0, price: $1) }
    let model = CoinDetailViewModel("coin-0", repository: FakeRepository(points: points), now: { now })
    await model.load()
    await model.loadChart()
    #expect(model.priceAtCursor == nil)

    // When
    model.cursor = ChartCursor(index: index)

    // Then
    #expect(model.priceAtCursor?.price == price)
    #expect(model.priceAtCursor?.time == (price == nil ? nil : points[index].date))
  }

  @Test("offers no price from a chart in another currency than the page's")
  func priceInOtherCurrency() async {
    // Given
    let repository = FakeRepository()
    let model = CoinDetailViewModel("coin-0", repository: repository, now: { FakeRepository.date })
    await model.load()
    await model.loadChart()
    model.moveCursor(by: -1)
    #expect(model.priceAtCursor?.price == 128)

    // When only the chart is loaded in the other currency
    repository.fail(with: .noHistories(source: "Fake"))
    model.setCurrency(.usd)
    await model.settle()
    repository.fail(with: nil)
    await model.loadChart()
    model.moveCursor(by: -1)

    // Then
    #expect(model.content?.currency == .aud)
    #expect(model.history?.currency == .usd)
    #expect(model.priceAtCursor == nil)
    await model.load()
    #expect(model.content?.currency == .usd)
    #expect(model.priceAtCursor != nil)
  }

  @Test("shows what a list knows about a coin only until the page has loaded")
  func known() async {
    let coins = FakeRepository.coins(2)
    func content(_ coin: Markets.Coin) -> CoinDetailViewModel.Content {
      let provenance = Provenance(asOf: FakeRepository.date)
      return CoinDetailViewModel.Content(coin: coin, currency: .aud, provenance: provenance, shortfall: nil)
    }
    let model = CoinDetailViewModel("coin-0", repository: FakeRepository(), now: { FakeRepository.date })
    model.showKnown(content(coins[1]))
    #expect(model.content?.coin.id.description == "coin-1")
    model.showKnown(content(coins[0]))
    #expect(model.content?.coin.id.description == "coin-1")
  }

  @Test("loads the same number of further coins again after loading them has failed")
  func failedBatch() async {
    let repository = FakeRepository()
    let model = CoinListViewModel(repository: repository, now: { FakeRepository.date })
    await model.load()
    repository.fail(with: .noHistories(source: "Fake"))
    await model.loadMore()
    #expect(model.state.problem != nil)
    #expect(model.content?.coins.count == 25)
    #expect(!model.isLoadingMore)
    repository.fail(with: nil)
    await model.loadMore()
    #expect(model.content?.coins.count == 60)
    #expect(model.content?.hasMore == false)
    await model.loadMore()
    #expect(repository.queries.map(\.pageSize) == [25, 100, 100])
  }

  @Test("cancels a search without a load, and reports whether there was one")
  func cancelledSearch() async {
    let repository = FakeRepository()
    let model = CoinListViewModel(repository: repository, clock: ImmediateClock(), now: { FakeRepository.date })
    await model.load()
    #expect(!model.cancelLoading())
    let gate = Gate()
    repository.hold(at: gate)
    model.search("coin-5")
    await gate.waitForArrival()
    #expect(model.isSearching)
    #expect(model.cancelLoading())
    #expect(!model.isSearching)
    #expect(!model.cancelLoading())
    await gate.open()
    await model.settle()
    #expect(model.searchProblem == nil)
    #expect(model.content?.coins.count == 25)
  }

  @Test("undoes a single entry if the key is pressed twice")
  func undoneTwice() async throws {
    // Given
    let ledger = try Ledgers.make(at: [(-3, Ledgers.buy(2, "coin-0")), (-2, Ledgers.buy(1, "coin-0"))])
    let account = CoinAccountViewModel(ledger: ledger)
    let coin = try #require(CoinID("coin-0"))
    await account.load(coin, in: .aud)
    let activity = try #require(account.undoable)

    // When
    var problems: [String?] = []
    let undoing = StartedTasks {
      for _ in 0..<2 { Task { problems.append(await account.undo(activity, of: coin, in: .aud)) } }
    }
    await undoing.wait()

    // Then
    #expect(problems == ["The last entry is still being written.", nil])
    #expect(account.state.value?.amount == 2)
    #expect(!account.isWriting)
    #expect(try ledger.snapshot().count == 3)
  }
}
