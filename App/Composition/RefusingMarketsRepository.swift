import Markets
import Portfolio

struct RefusingMarketsRepository: MarketsRepository {
  let capabilities: MarketsCapabilities
  let failure: CommandFailure

  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage { throw .service(failure) }

  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage { throw .service(failure) }

  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    throw .service(failure)
  }

  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch] {
    throw .service(failure)
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    throw .service(failure)
  }

  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    throw .service(failure)
  }
}
