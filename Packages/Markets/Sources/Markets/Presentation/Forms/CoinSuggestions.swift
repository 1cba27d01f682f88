import Components
import Foundation

/// Coin suggestions for a typed name, symbol or ID in a form; one suggestion is highlighted.
struct CoinSuggestions: Sendable {
  private(set) var coins: [Coin] = []
  private(set) var highlighted = 0

  var isEmpty: Bool { coins.isEmpty }

  var choice: Coin? { coins.indices.contains(highlighted) ? coins[highlighted] : nil }

  init() {}

  /// Creates suggestions: exact symbols, IDs and names first, then prefixes, then other matches.
  ///
  /// Equally good matches keep the given order.
  init(_ text: String, in coins: [Coin], limit: Int = 5) {
    let word = text.lowercased()
    guard !word.isEmpty else { return }
    let ranked = coins.compactMap { coin in Self.rank(of: coin, for: word).map { (rank: $0, coin: coin) } }
    // There are few ranks, so use one pass per rank, which keeps the order within each rank.
    self.coins = Array((0..<3).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.coin) }.prefix(limit))
  }

  mutating func move(by distance: Int) {
    guard !coins.isEmpty else { return }
    highlighted = min(max(highlighted + distance, 0), coins.count - 1)
  }

  mutating func highlight(_ index: Int) {
    if coins.indices.contains(index) { highlighted = index }
  }

  @MainActor
  func lines(target: String, in environment: RenderEnvironment) -> [any Widget] {
    let typography = environment.theme.typography
    return coins.enumerated().map { index, coin in
      let mark = index == highlighted ? environment.glyphs.selectionMark : " "
      let style = index == highlighted ? typography.emphasis : typography.body
      let line = StyledText("\(mark) \(coin.shownName) \(coin.shownSymbol)", style)
      return Text(line, wrapping: .truncated(.end)).targeted(target, index: index)
    }
  }

  private static func rank(of coin: Coin, for word: String) -> Int? {
    let texts = [coin.symbol, coin.id.description, coin.name].map { $0.lowercased() }
    if texts.contains(word) { return 0 }
    if texts.contains(where: { $0.hasPrefix(word) }) { return 1 }
    return texts.contains { $0.contains(word) } ? 2 : nil
  }
}
