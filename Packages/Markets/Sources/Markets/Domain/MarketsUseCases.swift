/// Loads the coins of the highest market value.
public struct FetchTopCoins: Sendable {
  private let repository: any MarketsRepository

  /// Makes the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads a page of them; the repository's error passes unchanged.
  public func execute(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try await repository.coins(query)
  }
}

/// Loads one coin.
public struct FetchCoin: Sendable {
  private let repository: any MarketsRepository

  /// Makes the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the coin that a word names; the repository's error passes unchanged.
  public func execute(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try await repository.coin(word, query)
  }
}

/// Loads what a coin cost in the course of time.
public struct FetchPriceHistory: Sendable {
  private let repository: any MarketsRepository

  /// Makes the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the prices; the repository's error passes unchanged.
  public func execute(
    _ coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy = .stored
  ) async throws(MarketsError) -> PriceHistory {
    guard range.dayCount ?? 1 > 0 else {
      throw .rangeNotAvailable(range, reason: "a range has one day at least")
    }
    return try await repository.history(of: coin, range: range, currency: currency, policy: policy)
  }
}
