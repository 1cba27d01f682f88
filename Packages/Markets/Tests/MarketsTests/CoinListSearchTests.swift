import Components
import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Markets

@Suite("Coin list search")
@MainActor
struct CoinListSearchTests {
  private let clock = TestClock()

  private static let unranked: [Coin] = ["quoll", "wombat", "wombat-inu"].compactMap { name in
    CoinID(name).map { Coin(id: $0, symbol: name.uppercased(), name: name, prices: CoinPrices(.aud, 3)) }
  }

  private func model(_ repository: FakeRepository, favorites: [String] = []) async -> CoinListViewModel {
    let model = CoinListViewModel(
      repository: repository,
      favorites: FakeFavorites(Set(favorites.compactMap { CoinID($0) })),
      clock: clock,
      now: { FakeRepository.date }
    )
    model.appear()
    await model.load()
    return model
  }

  private func pauseTyping(_ model: CoinListViewModel) async {
    await clock.waitForSleepers()
    clock.advance(by: CoinListViewModel.typingPause)
    await model.settle()
  }

  private func names(_ model: CoinListViewModel) -> [String] { model.table.visibleItems.map(\.name) }

  @Test("finds coins beyond all pages once typing pauses, with one search for several keystrokes")
  func finds() async {
    let repository = FakeRepository(unranked: Self.unranked)
    let model = await model(repository)
    for text in ["w", "wo", "wom"] { model.search(text) }
    #expect(model.isSearching)
    #expect(names(model).isEmpty)
    await pauseTyping(model)
    #expect(!model.isSearching)
    #expect(names(model) == ["wombat", "wombat-inu"])
    #expect(repository.searches == ["wom"])
    #expect(model.content?.coins.count == 25, "matches aren't part of the list")
  }

  @Test("lists a matching coin only once, and shows all coins again after the search")
  func ends() async {
    let model = await model(FakeRepository(unranked: Self.unranked))
    model.search("coin 1")
    await pauseTyping(model)
    #expect(names(model) == ["Coin 1"] + (10...19).map { "Coin \($0)" })
    model.search("quoll")
    await pauseTyping(model)
    model.search("")
    await model.settle()
    #expect(model.table.count == 25)
    #expect(!model.isSearching)
  }

  @Test("finds coins beyond the loaded pages of a list")
  func beyond() async {
    let model = await model(FakeRepository(FakeRepository.coins(600)))
    model.search("coin 577")
    await pauseTyping(model)
    #expect(names(model) == ["Coin 577"])
  }

  @Test("ignores a late search result for earlier text")
  func lateResult() async {
    let repository = FakeRepository(unranked: Self.unranked)
    let model = await model(repository)
    let gate = Gate()
    repository.hold(at: gate)
    model.search("wombat")
    await clock.waitForSleepers()
    clock.advance(by: CoinListViewModel.typingPause)
    await gate.waitForArrival()
    model.search("quoll")
    await gate.open()
    await pauseTyping(model)
    #expect(names(model) == ["quoll"])
    #expect(model.searchProblem == nil)
  }

  @Test("reports a search failure, keeps the loaded matches, and repeats the search on refresh")
  func failure() async {
    let repository = FakeRepository(unranked: Self.unranked)
    let model = await model(repository)
    repository.fail(with: .refused(message: "No.", underlying: nil))
    model.search("co")
    await pauseTyping(model)
    #expect(model.searchProblem?.message == "The service says: No.")
    #expect(model.table.count == 25)
    repository.fail(with: nil)
    await model.load(.refreshed)
    await model.settle()
    #expect(model.searchProblem == nil)
  }

  @Test("reloads search matches after the currency changes")
  func currency() async {
    let repository = FakeRepository(unranked: Self.unranked)
    let model = await model(repository)
    model.search("wombat")
    await pauseTyping(model)
    model.setCurrency(.usd)
    await model.settle()
    #expect(repository.queries.last?.currency == .usd)
    #expect(repository.searches.count == 2)
  }

  @Test("loads favorites beyond the loaded pages by their IDs")
  func favorites() async {
    let repository = FakeRepository(unranked: Self.unranked)
    let model = await model(repository, favorites: ["coin-3", "coin-50", "quoll", "gone"])
    model.toggleOnlyFavorites()
    await model.settle()
    #expect(names(model) == ["Coin 3", "Coin 50", "quoll"])
    model.toggleOnlyFavorites()
    #expect(model.table.count == 25)
    #expect(repository.searches.isEmpty)
  }

  @Test("cancels the search if the screen disappears, and repeats it when the screen appears again")
  func leaving() async {
    let repository = FakeRepository(unranked: Self.unranked)
    let model = await model(repository)
    model.search("quoll")
    model.disappear()
    #expect(!model.isSearching)
    #expect(repository.searches.isEmpty)
    model.appear()
    await model.settle()
    #expect(names(model) == ["quoll"])
  }
}
