import Components

/// The page for the coin selected in a list, kept while the coin stays selected.
@MainActor
final class CoinPreview {
  /// A function that creates a coin's page, which immediately shows the list's data about the coin.
  typealias Factory = @MainActor (_ coin: String, _ known: CoinDetailViewModel.Content?) -> CoinDetailScreen

  private let makePage: Factory
  private(set) var current: (coin: String, screen: CoinDetailScreen)?

  /// The list's data about the coin that was opened last.
  private(set) var known: CoinDetailViewModel.Content?

  init(_ makePage: @escaping Factory) { self.makePage = makePage }

  /// Keeps the list's data about a coin for the coin's page.
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

  /// Returns a list's data about a coin if the coin was opened from the list.
  func known(of coin: String) -> CoinDetailViewModel.Content? {
    previews.lazy.reversed().compactMap { $0.preview?.known }.first { $0.coin.id.description == coin }
  }
}
