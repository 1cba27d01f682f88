/// Loads prices of chosen coins, in as few requests as the source allows.
public struct FetchQuotes: Sendable {
  /// From so many coins on the first page of the list is loaded before single ones.
  static let pageThreshold = 4

  private let repository: any MarketsRepository

  /// Makes the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads prices.
  ///
  /// What cannot be had is missing and never an error: holdings are to be seen without a network, too. After the first failure nothing
  /// further is asked for.
  ///
  /// - Parameters:
  ///   - coins: The ids of the coins.
  ///   - currency: The currency of the prices.
  ///   - policy: The choice between stored prices and the service.
  ///   - known: What was loaded before, which is not asked for again.
  /// - Returns: What is known, with the new prices.
  public func execute(
    _ coins: some Sequence<String>,
    currency: CurrencyCode,
    policy: LoadPolicy = .stored,
    known: CoinQuotes = CoinQuotes()
  ) async -> CoinQuotes {
    var quotes = known
    var rest = Set(coins).filter { !quotes.hasPrice(of: $0, in: currency) }
    guard !rest.isEmpty else { return quotes }
    guard repository.capabilities.currencies.contains(currency) else {
      quotes.shortfall = .currencyNotAvailable(currency, available: repository.capabilities.currencies)
      return quotes
    }
    var query = CoinQuery(currency: currency, policy: policy)
    do throws(MarketsError) {
      if rest.count >= Self.pageThreshold {
        query.pageSize = 250
        let page = try await repository.coins(query)
        for coin in page.coins where rest.remove(coin.id.description) != nil {
          quotes.add(coin, in: page.currency, from: page.provenance)
        }
      }
      for id in rest.sorted() {
        guard let page = try await page(of: id, query) else { continue }
        // Another coin may have this id for its sign.
        for coin in page.coins where coin.id.description == id {
          quotes.add(coin, in: page.currency, from: page.provenance)
        }
      }
    } catch {
      quotes.shortfall = error
    }
    return quotes
  }

  private func page(of id: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage? {
    do throws(MarketsError) {
      return try await repository.coin(id, query)
    } catch {
      guard case .coinNotFound = error else { throw error }
      return nil
    }
  }
}
