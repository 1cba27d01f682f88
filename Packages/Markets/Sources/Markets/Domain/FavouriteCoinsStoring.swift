/// Keeps the coins that a person has marked.
public protocol FavouriteCoinsStoring: Sendable {
  /// Reads them.
  ///
  /// - Throws: The store's error, unchanged.
  func load() throws -> Set<CoinID>

  /// Adds a coin or takes it out; durable when it returns.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - isFavourite: Whether it is to be among them.
  /// - Returns: All of them afterwards.
  /// - Throws: The store's error, unchanged.
  func set(_ coin: CoinID, isFavourite: Bool) async throws -> Set<CoinID>
}
