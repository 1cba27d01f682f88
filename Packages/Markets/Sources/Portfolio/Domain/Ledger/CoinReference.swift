/// The identifier and the symbol of a coin, as the ledger and the alerts keep them.
public struct CoinReference: Sendable, Hashable {
  /// The service's identifier of the coin (`bitcoin`), which decides what is the same coin.
  public let id: String
  /// The short name that people know (`btc`); it may change over time without making it another coin.
  public let symbol: String

  /// Creates a coin.
  ///
  /// - Parameters:
  ///   - id: The service's identifier.
  ///   - symbol: The short name.
  public init(id: String, symbol: String) {
    self.id = id
    self.symbol = symbol
  }
}
