import Basics
import Components
import Foundation

extension CoinListViewModel {
  /// The pause in typing after which a search is sent.
  ///
  /// A shorter pause would send a request for every key.
  static let typingPause: Duration = .milliseconds(300)

  /// Loads the coins to show from beyond the loaded pages: the search matches, or otherwise the favorites.
  ///
  /// - Parameters:
  ///   - policy: The policy for cached figures and requests.
  ///   - pause: The time to wait before loading; another call in the meantime replaces this one.
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
    // Marked coins stay in the list when the search that found them ends.
    let found = Set(coins.map(\.id))
    others = coins + others.filter { table.marked.contains($0.id) && !found.contains($0.id) }
    if let content { list(content) }
  }
}
