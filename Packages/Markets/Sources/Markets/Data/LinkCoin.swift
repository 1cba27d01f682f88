public import Persistence
public import Portfolio

/// A use case that links a coin in the ledger, an alert or the favorites to one of a source's matching coins.
public struct LinkCoin: Sendable {
  private let identities: CoinIdentityStore
  private let quotes: QuoteStore
  private let source: String

  /// Creates a use case for a source with the given name.
  public init(identities: CoinIdentityStore, quotes: QuoteStore, source: String) {
    self.identities = identities
    self.quotes = quotes
    self.source = source
  }

  /// Returns the source's coins that match a coin; `nil` if the user doesn't have to choose.
  func choices(for coin: String) -> [SourceCoin]? {
    guard case .ambiguous(_, let choices) = identities.known.lookUp(coin, in: source) else { return nil }
    return choices
  }

  /// Returns the candidates, by coin key, for each coin whose match the user has to choose.
  func choices(for coins: some Sequence<CoinReference>) -> [String: [SourceCoin]] {
    let identities = identities.known
    var choices: [String: [SourceCoin]] = [:]
    for coin in coins {
      if case .ambiguous(_, let found) = identities.lookUp(coin.id, in: source) { choices[coin.id] = found }
    }
    return choices
  }

  /// Stores the user's choice (`nil` if the source doesn't have the coin), and returns once the choice is durable.
  ///
  /// The returned change can be used to undo the choice.
  @discardableResult
  public func execute(_ coin: String, to choice: SourceCoin?) async throws(StoreError) -> CoinIdentityChange {
    let change =
      if let choice { try identities.link(coin, to: choice, in: source) } else {
        try identities.separate(coin, from: source)
      }
    await removeQuotes(of: coin)
    return change
  }

  /// Undoes a choice unless the coins have changed since, and returns whether the choice was undone.
  func undo(_ change: CoinIdentityChange, of coin: String) async throws(StoreError) -> Bool {
    let choice = identities.known[coin]
    guard try identities.undo(change) else { return false }
    await removeQuotes(of: coin)
    if let key = choice?.key, key != coin { await removeQuotes(of: key) }
    return true
  }

  /// Removes the stored quotes, which belong to the previously linked coin.
  private func removeQuotes(of coin: String) async {
    if let id = CoinID(coin) { await quotes.remove(id) }
  }
}
