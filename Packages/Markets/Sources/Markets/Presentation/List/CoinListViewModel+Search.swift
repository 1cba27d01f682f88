import Basics
import Components
import Foundation

extension CoinListViewModel {
  /// The delay between the last keystroke and the search request.
  ///
  /// A shorter delay would send a request for every keystroke.
  static let typingPause: Duration = .milliseconds(300)

  /// Loads coins beyond the loaded pages: search matches during a search, and favorites otherwise.
  ///
  /// Another call during the pause replaces this call.
  func loadOthers(_ policy: LoadPolicy = .fresh, after pause: Duration = .zero) {
    stopSearching()
    let text = filter.text.trimmingCharacters(in: .whitespaces)
    guard !capabilities.hasSinglePage, !text.isEmpty || showsOnlyFavorites else {
      showOthers([])
      return
    }
    isSearching = true
    let number = searches.begin()
    searches.start {
      if pause > .zero {
        do { try await self.clock.sleep(for: pause) } catch { return }
      }
      await self.loadOthers(text, policy, number)
    }
  }

  func stopSearching() {
    searches.cancel()
    isSearching = false
    searchProblem = nil
  }

  private func loadOthers(_ text: String, _ policy: LoadPolicy, _ number: Int) async {
    do throws(MarketsError) {
      let coins = try await otherCoins(text, policy)
      guard searches.isLatest(number) else { return }
      isSearching = false
      showOthers(coins)
    } catch {
      guard searches.isLatest(number) else { return }
      isSearching = false
      searchProblem = MarketsProblem(error, now: now())
    }
  }

  private func otherCoins(_ text: String, _ policy: LoadPolicy) async throws(MarketsError) -> [Coin] {
    guard text.isEmpty else { return try await SearchCoins(repository: repository).execute(text, query(policy)).coins }
    let loaded = Set((content?.coins ?? []).map(\.id))
    let missing = favorites.subtracting(loaded)
    guard !missing.isEmpty else { return [] }
    return try await repository.coins(withIDs: Array(missing), query(policy)).coins
  }

  private func showOthers(_ coins: [Coin]) {
    guard !(coins.isEmpty && others.isEmpty) else { return }
    // Marked search results stay in the list after the search ends.
    let found = Set(coins.map(\.id))
    others = coins + others.filter { table.marked.contains($0.id) && !found.contains($0.id) }
    if let content { list(content) }
  }
}
