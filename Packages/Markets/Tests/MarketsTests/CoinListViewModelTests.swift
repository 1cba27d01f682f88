import Basics
import Components
import Foundation
import Networking
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Coin list view model")
@MainActor
struct CoinListViewModelTests {
  private static func model(
    _ repository: FakeRepository,
    includesEUR: Bool = false,
    favorites: FakeFavorites? = nil,
    holdings: [CoinHolding]? = nil,
    now: Date = FakeRepository.date
  ) -> CoinListViewModel {
    CoinListViewModel(
      repository: repository,
      includesEUR: includesEUR,
      favorites: favorites,
      ledger: holdings.map { try? Ledgers.holding($0) } ?? nil,
      now: { now }
    )
  }

  private static func names(_ model: CoinListViewModel) -> [String] {
    model.table.visibleItems.map(\.name)
  }

  private static func kind(_ model: CoinListViewModel) -> String { String("\(model.state)".prefix { $0 != "(" }) }

  @Test("fills the screen with coins, loads each further batch with one request, and never shows a coin twice")
  func pages() async throws {
    // Given
    let repository = FakeRepository(FakeRepository.coins(600))
    let model = Self.model(repository)

    // When
    await model.load()
    var counts = [model.table.count]
    for _ in 0..<5 {
      await model.loadMore()
      counts.append(model.table.count)
    }

    // Then
    #expect(counts == [25, 100, 250, 500, 600, 600])
    #expect(repository.queries.map(\.pageSize) == [25, 100, 250, 250, 250])
    #expect(repository.queries.map(\.page) == [1, 1, 1, 2, 3])
    #expect(Set(model.table.items.map(\.id)).count == 600)
    #expect(model.content?.hasMore == false)
    #expect(repository.queries[0].currency == .aud)
  }

  @Test("loads the list for a screen after a load for a search has failed")
  func failedSearch() async {
    // Given
    let repository = FakeRepository(FakeRepository.coins(30))
    repository.fail(with: .rateLimited(nextTry: nil, serviceMessage: nil))
    let model = Self.model(repository)

    // When the load for a search fails
    model.loadForSearch()
    await model.settle()

    // Then nothing is shown
    #expect(Self.kind(model) == "initial")

    // When the list is shown
    repository.fail(with: nil)
    model.fill(rows: 20)
    await model.settle()

    // Then it is loaded
    #expect(model.table.count == 25)
  }

  @Test(
    "loads at most one page to fill the screen, and the same number of coins for similar heights",
    arguments: [(0, 25), (5, 25), (24, 25), (25, 25), (26, 50), (60, 75), (1_000, 250), (Int.max / 2, 250)]
  )
  func fill(rows: Int, count: Int) async {
    let repository = FakeRepository(FakeRepository.coins(600))
    let model = Self.model(repository)
    model.appear()
    model.fill(rows: rows)
    model.fill(rows: rows)
    await model.settle()
    #expect(model.table.count == count)
    #expect(repository.queries.map(\.pageSize) == [count])
  }

  @Test("loads more coins if the screen grows, but not if it shrinks or the source has no more")
  func growingScreen() async {
    let repository = FakeRepository()
    let model = Self.model(repository)
    for rows in [24, 50, 24, 80, 200] {
      model.fill(rows: rows)
      await model.settle()
    }
    #expect(model.table.count == 60)
    #expect(repository.queries.map(\.pageSize) == [25, 50, 100])
  }

  @Test("reloads all visible coins on refresh, 250 per request")
  func refresh() async {
    let repository = FakeRepository(FakeRepository.coins(600))
    let model = Self.model(repository)
    await model.load()
    for _ in 0..<3 { await model.loadMore() }
    await model.load(.refreshed)
    #expect(repository.queries.suffix(2).map(\.page) == [1, 2])
    #expect(repository.queries.suffix(2).allSatisfy { $0.policy == .refreshed && $0.pageSize == 250 })
    #expect(model.table.count == 500)
  }

  @Test("loads all coins from a source with a single page")
  func singlePage() async {
    let repository = FakeRepository(FakeRepository.coins(600), hasFigures: false)
    let model = Self.model(repository)
    await model.load()
    model.search("coin 59")
    await model.settle()
    #expect(model.content?.coins.count == 600)
    #expect(model.table.count == 11)
    #expect(repository.searches.isEmpty)
  }

  @Test("ignores a late response to an earlier list query")
  func latestWins() async {
    // Given a load that waits for its response
    let repository = FakeRepository()
    let gate = Gate()
    repository.hold(at: gate)
    let model = Self.model(repository)
    let late = Task { await model.load() }
    await gate.waitForArrival()

    // When the euro setting changes in the meantime, and the response to this change arrives first
    model.setIncludesEUR(true)
    await model.settle()
    await gate.open()
    await late.value

    // Then
    #expect(model.content?.includesEUR == true)
    #expect(Self.kind(model) == "loaded")
  }

  @Test("keeps the coins after a failed refresh and shows the reason, or shows only the failure if there are no coins")
  func failures() async {
    let repository = FakeRepository()
    repository.fail(with: .rateLimited(nextTry: FakeRepository.date.addingTimeInterval(119), serviceMessage: nil))
    let model = Self.model(repository)
    await model.load()
    guard case .failed(let problem, previous: nil) = model.state else { Issue.record("\(model.state)"); return }
    #expect(problem.hint == "Next try in 119 s.")
    repository.fail(with: nil)
    await model.load()
    repository.fail(with: .refused(message: "No.", underlying: nil))
    await model.load(.refreshed)
    guard case .failed(_, let previous?) = model.state else { Issue.record("\(model.state)"); return }
    #expect(previous.coins.count == 25)
    #expect(model.table.count == 25)
  }

  @Test("loads more after a failed attempt, and reloads a failed list when it appears again")
  func moreAfterFailure() async {
    let repository = FakeRepository(FakeRepository.coins(600))
    let model = Self.model(repository)
    await model.load()
    for _ in 0..<2 {
      repository.fail(with: .refused(message: "No.", underlying: nil))
      await model.loadMore()
      #expect(Self.kind(model) == "failed")
      repository.fail(with: nil)
      await model.loadMore()
      #expect(Self.kind(model) == "loaded")
    }
    #expect(model.table.count == 250)

    repository.fail(with: .refused(message: "No.", underlying: nil))
    await model.load(.refreshed)
    repository.fail(with: nil)
    model.disappear()
    model.appear()
    await model.settle()
    #expect(Self.kind(model) == "loaded")
  }

  @Test("cancels loading more, and then loads more again")
  func cancelledMore() async {
    let repository = FakeRepository()
    let model = Self.model(repository)
    await model.load()
    let gate = Gate()
    repository.hold(at: gate)
    let cancelled = Task { await model.loadMore() }
    await gate.waitForArrival()
    #expect(model.isLoading)
    #expect(model.cancelLoading())
    #expect(!model.isLoading)
    await gate.open()
    await cancelled.value
    #expect(model.table.count == 25)
    await model.loadMore()
    #expect(model.table.count == 60)
    #expect(!model.isLoading)
  }

  @Test("loads an empty coin list without an error")
  func empty() async {
    let model = Self.model(FakeRepository([]))
    await model.load()
    #expect(Self.kind(model) == "loaded")
  }

  @Test("filters the loaded coins at every keystroke, and keeps the selected coin")
  func search() async {
    // Given
    let model = Self.model(FakeRepository())
    await model.load()
    await model.loadMore()
    _ = CoinID("coin-1").map { model.table.select($0) }

    // When
    model.search("1")
    let found = Self.names(model)
    model.search("ÜNÏ")
    let unicode = Self.names(model)
    model.search("coin 1x")
    let nothing = Self.names(model)
    model.search("")

    // Then
    #expect(found.count == 15)
    #expect(found.allSatisfy { $0.contains("1") })
    #expect(unicode == ["Ünïcode 你好"])
    #expect(nothing.isEmpty)
    #expect(model.table.count == 60)
    #expect(model.selectedCoin?.name == "Coin 1")
    model.disappear()
  }

  @Test("sorts coins by any column in either direction, with unknown values last")
  func sorting() async {
    let model = Self.model(FakeRepository())
    await model.load()
    await model.loadMore()
    for column in CoinColumn.allCases {
      for _ in 0..<2 {
        model.sort(by: column)
        let coins = model.table.visibleItems
        let values: [Decimal?] = coins.map { coin in
          switch column {
          case .rank: coin.rank.map { Decimal($0) }
          case .name: nil
          case .price: coin.prices[.aud]
          case .eur: coin.prices[.eur]
          case .change: coin.figures.change24h
          case .cap: coin.figures.marketCap
          case .volume: coin.figures.volume
          }
        }
        let known = values.compactMap { $0 }
        let isAscending = model.sort.isAscending
        #expect(known == known.sorted { isAscending ? $0 < $1 : $0 > $1 })
        #expect(values.prefix(known.count).allSatisfy { $0 != nil })
        let names = coins.map { $0.name.lowercased() }
        if column == .name { #expect(names == names.sorted { isAscending ? $0 < $1 : $0 > $1 }) }
      }
    }
  }

  @Test("filters coins by tags and favorites, and shows a favorite once it is stored")
  func tagsAndMarks() async throws {
    // Given
    let favorites = FakeFavorites()
    let model = Self.model(FakeRepository(), favorites: favorites)
    await model.load()

    // When
    model.show(tags: [.deposit])
    let tagged = model.table.count
    model.show(tags: [])
    let id = try #require(CoinID("coin-3"))
    #expect(await model.setFavorite(id, true) == nil)
    model.toggleOnlyFavorites()
    let marked = Self.names(model)
    favorites.breakDown()
    let problem = await model.setFavorite(id, false)

    // Then
    #expect(tagged == 13)
    #expect(marked == ["Coin 3"])
    #expect(model.favorites == [id])
    #expect(problem?.hasPrefix("Couldn't save the favorite") == true)
  }

  @Test("reloads the coin list when the euro setting or the currency changes, but not before the first load")
  func flagAndCurrency() async {
    // Given
    let repository = FakeRepository()
    let model = Self.model(repository)
    model.setIncludesEUR(true)
    #expect(repository.queries.isEmpty)
    await model.load()

    // When
    let gate = Gate()
    repository.hold(at: gate)
    model.setCurrency(.usd)
    await gate.waitForArrival()
    let isLoading = model.isLoading
    await gate.open()
    await model.settle()
    model.setCurrency(.gbp)

    // Then
    #expect(isLoading)
    #expect(repository.queries.last?.currency == .usd)
    #expect(repository.queries.last?.includesEUR == true)
    #expect(model.currency == .aud, "an unsupported currency becomes the source's default")
  }

  @Test("cancels loads when the list disappears, and starts them again when it appears")
  func leaving() async {
    let repository = FakeRepository()
    let gate = Gate()
    repository.hold(at: gate)
    let model = Self.model(repository)
    model.appear()
    model.fill(rows: 20)
    await gate.waitForArrival()
    model.disappear()
    await gate.open()
    await model.settle()
    #expect(Self.kind(model) == "initial")
    model.appear()
    model.fill(rows: 20)
    await model.settle()
    #expect(Self.kind(model) == "loaded")
  }

  @Test("shows duplicate coins and names from a source without failing")
  func duplicates() async throws {
    let coins = FakeRepository.coins(3)
    let repository = FakeRepository(coins + coins + [coins[1]])
    let model = CoinListViewModel(repository: repository, now: { FakeRepository.date })
    await model.load()
    #expect(Self.names(model) == ["Coin 0", "Coin 1", "Ünïcode 你好"])
    await model.load(.refreshed)
    #expect(Self.names(model) == ["Coin 0", "Coin 1", "Ünïcode 你好"])
  }

  @Test("values the account exactly, and counts coins without a price")
  func account() async throws {
    let ids = ["coin-0", "coin-30", "gone"].compactMap { CoinID($0) }
    let holdings = [
      CoinHolding(coin: ids[0], amount: try #require(Decimal(string: "0.1"))), CoinHolding(coin: ids[1], amount: 2),
      CoinHolding(coin: ids[2], amount: 5),
    ]
    let model = Self.model(FakeRepository(), holdings: holdings)
    await model.load()
    // 0.1 × 60 × 12.345 + 2 × 30 × 12.345
    #expect(model.account?.total == Decimal(string: "814.77"))
    #expect(model.account?.unpricedCount == 1)
    #expect(model.account?.currency == .aud)
  }

  @Test("shows no account value instead of zero if no held coin has a price")
  func unpricedHoldings() async throws {
    let gone = CoinHolding(coin: try #require(CoinID("gone")), amount: 5)
    let model = Self.model(FakeRepository(), holdings: [gone])
    await model.load()
    #expect(model.account?.unpricedCount == 1)
    #expect(model.account?.total == nil)
  }

  @Test("updates the account value at once after an entry, without a request")
  func accountAfterEntry() async throws {
    // Given
    let repository = FakeRepository()
    let ledger = memoryLedger(now: { FakeRepository.date })
    let model = CoinListViewModel(repository: repository, ledger: ledger, now: { FakeRepository.date })
    await model.load()
    #expect(model.account == nil)
    let requests = repository.queries.count

    // When
    let coin = CoinReference(id: "coin-0", symbol: "c0")
    try ledger.enter(.receive(Transfer(coin: coin, amount: 2)))
    model.showStoredAccount()
    await model.settle()

    // Then
    #expect(model.account?.total == Decimal(string: "1481.4"))
    #expect(repository.queries.count == requests)
    #expect(repository.quoteRequests.allSatisfy { $0.policy == .storedOnly })

    // When the coins are gone again
    try ledger.enter(.send(Transfer(coin: coin, amount: 2)))
    model.showStoredAccount()
    await model.settle()

    // Then
    #expect(model.account == nil)
  }

  @Test("keeps the account value of a newer entry when an older update finishes later")
  func lateAccount() async throws {
    // Given an update that waits for the price of a coin outside the list
    let repository = FakeRepository()
    let ledger = memoryLedger(now: { FakeRepository.date })
    try ledger.enter(.receive(Transfer(coin: CoinReference(id: "coin-40", symbol: "c40"), amount: 1)))
    let model = CoinListViewModel(repository: repository, ledger: ledger, now: { FakeRepository.date })
    let gate = Gate()
    let open = Gate()
    await open.open()
    repository.hold(at: open)
    repository.hold(at: gate)
    async let loaded: Void = model.load()
    await gate.waitForArrival()

    // When
    try ledger.enter(.receive(Transfer(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 1)))
    model.showStoredAccount()
    await model.settle()
    await gate.open()
    await loaded

    // Then
    #expect(model.account?.total == Decimal(string: "987.6"))
    #expect(model.account?.unpricedCount == 0)
  }

  @Test("shows no account value without holdings")
  func noHoldings() async throws {
    let sold = CoinHolding(coin: try #require(CoinID("coin-0")), amount: 0)
    for holdings in [[], [sold]] {
      let model = Self.model(FakeRepository(), holdings: holdings)
      await model.load()
      #expect(model.account == nil)
    }
  }

  @Test("loads all holdings outside the list in one request")
  func fewRequests() async throws {
    // Given eleven coins beyond the first page, including a coin that is no longer held
    let holdings = (30...40).compactMap { number in CoinID("coin-\(number)").map { CoinHolding(coin: $0, amount: 1) } }
    let repository = FakeRepository()
    let model = Self.model(repository, holdings: holdings)

    // When, Then
    await model.load()
    #expect(repository.queries.count == 1)
    #expect(repository.quoteRequests.map(\.coins.count) == [11])
    #expect(model.account?.unpricedCount == 0)
    await model.load(.refreshed)
    #expect(repository.quoteRequests.count == 2)
  }

  @Test("shows favorites that were changed elsewhere when the list appears again")
  func favoritesElsewhere() async throws {
    // Given
    let favorites = FakeFavorites(Set([try #require(CoinID("coin-3"))]))
    let model = Self.model(FakeRepository(), favorites: favorites)
    model.appear()
    await model.load()
    model.toggleOnlyFavorites()
    await model.settle()
    #expect(Self.names(model) == ["Coin 3"])

    // When
    _ = try await favorites.set(try #require(CoinID("coin-5")), isFavorite: true)
    model.appear()

    // Then
    #expect(Self.names(model) == ["Coin 3", "Coin 5"])
    model.disappear()
    await model.settle()
  }
}
