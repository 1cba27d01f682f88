import Components

/// The page of the selected coin of a list, which stays the same while the coin is selected.
@MainActor
final class CoinPreview {
  /// Creates the page of a coin, which shows at once what the list knows of it.
  typealias Factory = @MainActor (_ coin: String, _ known: CoinDetailViewModel.Content?) -> CoinDetailScreen

  private let makePage: Factory
  private(set) var current: (coin: String, screen: CoinDetailScreen)?

  init(_ makePage: @escaping Factory) { self.makePage = makePage }

  /// Returns the page of a coin; a new one if another coin was selected before.
  func page(of coin: String, known: CoinDetailViewModel.Content? = nil) -> CoinDetailScreen {
    if let current, current.coin == coin { return current.screen }
    let screen = makePage(coin, known)
    current = (coin, screen)
    return screen
  }
}

/// The previews of all lists, so that opening a coin shows the page that is there already.
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

  /// Returns the page of a coin if a list shows it.
  func page(of coin: String) -> CoinDetailScreen? {
    previews.lazy.reversed().compactMap { $0.preview?.current }.first { $0.coin == coin }?.screen
  }
}
