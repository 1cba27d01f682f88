public import Persistence
public import Portfolio

/// Chooses a source's coin for a coin of the ledger, an alert or a favorite, where several could be meant.
public struct LinkCoin: Sendable {
  private let identities: CoinIdentityStore
  private let quotes: QuoteStore
  private let source: String

  /// Creates the use case for a source with a name.
  public init(identities: CoinIdentityStore, quotes: QuoteStore, source: String) {
    self.identities = identities
    self.quotes = quotes
    self.source = source
  }

  /// Returns the source's coins that a coin could be; `nil` unless a person has to choose.
  func choices(for coin: String) -> [SourceCoin]? {
    guard case .ambiguous(_, let choices) = identities.known.lookUp(coin, in: source) else { return nil }
    return choices
  }

  /// Returns the choices for every coin that has some, by the coins' keys.
  func choices(for coins: some Sequence<CoinReference>) -> [String: [SourceCoin]] {
    let identities = identities.known
    var choices: [String: [SourceCoin]] = [:]
    for coin in coins {
      if case .ambiguous(_, let found) = identities.lookUp(coin.id, in: source) { choices[coin.id] = found }
    }
    return choices
  }

  /// Stores the choice of a coin, or that the source lacks it; durable when it returns.
  public func execute(_ coin: String, to choice: SourceCoin?) async throws(StoreError) {
    if let choice {
      try identities.link(coin, to: choice, in: source)
    } else {
      try identities.separate(coin, from: source)
    }
    // The quotes are those of the coin that was linked before.
    if let id = CoinID(coin) { await quotes.remove(id) }
  }
}
