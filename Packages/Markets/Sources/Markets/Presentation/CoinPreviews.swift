import Components

/// The page for the coin selected in a list, kept while the coin stays selected.
@MainActor
final class CoinPreview {
  /// A function that creates a coin's page, which initially shows what the list already knows about the coin.
  typealias Factory = @MainActor (_ coin: String, _ known: CoinDetailViewModel.Content?) -> CoinDetailScreen

  private let makePage: Factory
  private(set) var current: (coin: String, screen: CoinDetailScreen)?

  /// The list's data about the most recently opened coin.
  private(set) var known: CoinDetailViewModel.Content?

  init(_ makePage: @escaping Factory) { self.makePage = makePage }

  /// Stores what the list already knows about a coin, for the coin's page.
  func keep(_ known: CoinDetailViewModel.Content) { self.known = known }

  func page(of coin: String, known: CoinDetailViewModel.Content? = nil) -> CoinDetailScreen {
    if let current, current.coin == coin { return current.screen }
    let screen = makePage(coin, known)
    current = (coin, screen)
    return screen
  }
}

/// The previews for all lists, kept so that opening a coin shows the existing page.
@MainActor
final class CoinPreviews {
  private struct WeakPreview {
    weak var preview: CoinPreview?
  }

  private var previews: [WeakPreview] = []

  func add(_ preview: CoinPreview) {
    previews.removeAll { $0.preview == nil }
    previews.append(WeakPreview(preview: preview))
  }

  func page(of coin: String) -> CoinDetailScreen? {
    previews.lazy.reversed().compactMap { $0.preview?.current }.first { $0.coin == coin }?.screen
  }

  /// Returns what the list already knows about a coin, if it was opened from a list.
  func known(of coin: String) -> CoinDetailViewModel.Content? {
    previews.lazy.reversed().compactMap { $0.preview?.known }.first { $0.coin.id.description == coin }
  }
}
