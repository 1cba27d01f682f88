/// A source of prices and market figures.
public protocol MarketsRepository: Sendable {
  /// What the source can tell.
  var capabilities: MarketsCapabilities { get }

  /// Loads a page of the list of coins.
  ///
  /// - Throws: Why there is none.
  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Loads one coin by its name in the source, its sign or its name, in either case.
  ///
  /// - Parameters:
  ///   - word: What to look for.
  ///   - query: The currency, euro and policy; the page is ignored.
  /// - Returns: A page with that coin alone.
  /// - Throws: ``MarketsError/coinNotFound(_:suggestions:)``, or why it could not be asked for.
  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Loads what a coin cost.
  ///
  /// - Throws: ``MarketsError/rangeNotAvailable(_:reason:)``, or why it could not be asked for.
  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory
}
