/// Keeps the coins that a person has marked.
public protocol FavoriteCoinsStoring: Sendable {
  /// Reads them.
  ///
  /// - Throws: The store's error, unchanged.
  func load() throws -> Set<CoinID>

  /// Adds a coin or takes it out; durable when it returns.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - isFavorite: Whether it is to be among them.
  /// - Returns: All of them afterwards.
  /// - Throws: The store's error, unchanged.
  func set(_ coin: CoinID, isFavorite: Bool) async throws -> Set<CoinID>
}
