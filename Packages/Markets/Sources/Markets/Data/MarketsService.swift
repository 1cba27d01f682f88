public import Foundation
public import Networking

/// The services that figures can come from, and how each is talked to.
public enum MarketsService: Sendable {
  /// CoinGecko.
  case coinGecko(CoinGeckoAPI)
  /// The price list.
  case priceList(PriceListAPI)
  /// CoinGecko, with the tags and the prices in euro of the price list.
  case combined(CoinGeckoAPI, PriceListAPI)

  /// Makes the repository of the service.
  ///
  /// To the middleware are added, innermost, what keeps refusals out of the cache and what keeps to the pauses that a service asks for.
  ///
  /// - Parameters:
  ///   - transport: Carries the requests.
  ///   - middleware: What every request passes through, the first one outermost; a cache is among it where answers are to be kept.
  ///   - timeouts: How long a request may take.
  ///   - gate: Keeps to the pauses; share one between repositories of the same service.
  ///   - now: The time of day.
  /// - Returns: The repository.
  public func repository(
    transport: any Transport,
    middleware: [any Middleware] = [],
    timeouts: Timeouts = Timeouts(),
    gate: RateLimitGate = RateLimitGate(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> any MarketsRepository {
    func coinGecko(_ api: CoinGeckoAPI) -> CoinGeckoRepository {
      let layers = middleware + [AnswerInspector(readsCode: false), gate]
      let client = APIClient(api: api, transport: transport, middleware: layers, timeouts: timeouts)
      return CoinGeckoRepository(client: client, gate: gate, now: now)
    }
    func priceList(_ api: PriceListAPI) -> PriceListRepository {
      let layers = middleware + [AnswerInspector(readsCode: true), gate]
      let client = APIClient(api: api, transport: transport, middleware: layers, timeouts: timeouts)
      return PriceListRepository(client: client, gate: gate, now: now)
    }
    return switch self {
    case .coinGecko(let api): coinGecko(api)
    case .priceList(let api): priceList(api)
    case .combined(let market, let list): CombinedRepository(market: coinGecko(market), priceList: priceList(list))
    }
  }
}
