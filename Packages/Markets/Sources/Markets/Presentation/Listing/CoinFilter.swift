/// Which coins of a list are shown.
public struct CoinFilter: Hashable, Sendable {
  /// A part of the name, the sign or the id, in either case; empty for all.
  public var text: String
  /// The tags that a coin must all have.
  public var tags: Set<CoinTag>
  /// The only coins that are shown; `nil` for all.
  public var ids: Set<CoinID>?

  /// Makes a filter; one that shows all unless said otherwise.
  public init(text: String = "", tags: Set<CoinTag> = [], ids: Set<CoinID>? = nil) {
    self.text = text
    self.tags = tags
    self.ids = ids
  }

  /// Whether all coins are shown.
  public var isOpen: Bool { text.isEmpty && tags.isEmpty && ids == nil }
}
