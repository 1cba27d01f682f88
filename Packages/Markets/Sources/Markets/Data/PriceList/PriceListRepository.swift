public import Foundation
public import Networking

/// The price list as a source: all coins at once, in US dollars, with euro for some of them; no figures and no past.
///
/// The ids of v1 and v2 differ, so a coin is known by its name.
public struct PriceListRepository: MarketsRepository {
  private let client: any NetworkClient<PriceListAPI>
  private let gate: RateLimitGate?
  private let now: @Sendable () -> Date

  /// What the price list can tell.
  public let capabilities = MarketsCapabilities(
    name: "price list",
    currencies: [.usd],
    hasMarketFigures: false,
    refreshInterval: .seconds(60)
  )

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - gate: Knows when the service may be asked again.
  ///   - now: The time of day.
  public init(
    client: any NetworkClient<PriceListAPI>,
    gate: RateLimitGate? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.gate = gate
    self.now = now
  }

  /// Loads v1, or v2 where euro are wanted, and hands out the page.
  public func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try check(query.currency)
    let (coins, provenance) = try await list(includesEUR: query.includesEUR, query.policy)
    let size = max(query.pageSize, 1)
    let (start, overflow) = size.multipliedReportingOverflow(by: max(query.page, 1) - 1)
    let rest = overflow ? [] : coins.dropFirst(start)
    return CoinPage(
      // A list of one page, which is the rule, is not copied.
      coins: rest.count == coins.count && rest.count <= size ? coins : Array(rest.prefix(size)),
      currency: .usd,
      hasMore: rest.count > size,
      provenance: provenance
    )
  }

  /// Loads one coin; one that v2 lacks is taken from v1, and has no price in euro then.
  public func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try check(query.currency)
    var (coins, provenance) = try await list(includesEUR: query.includesEUR, query.policy)
    if query.includesEUR, CoinSearch.coin(named: word, in: coins) == nil {
      let (all, other) = try await list(includesEUR: false, query.policy)
      coins = all
      provenance = provenance.joined(with: other)
    }
    guard let coin = CoinSearch.coin(named: word, in: coins) else {
      throw .coinNotFound(word, suggestions: CoinSearch.suggestions(for: word, in: coins))
    }
    return CoinPage(coins: [coin], currency: .usd, hasMore: false, provenance: provenance)
  }

  /// There is none.
  public func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    throw .rangeNotAvailable(range, reason: "the price list has prices of now only")
  }

  private func check(_ currency: CurrencyCode) throws(MarketsError) {
    guard capabilities.currencies.contains(currency) else {
      throw .currencyNotAvailable(currency, available: capabilities.currencies)
    }
  }

  private func list(
    includesEUR: Bool,
    _ policy: LoadPolicy
  ) async throws(MarketsError) -> (coins: [Coin], provenance: Provenance) {
    do throws(NetworkError) {
      if includesEUR {
        let answer = try await client.sendCached({ PriceListV2Endpoint(policy: $0) }, policy)
        return (
          try PriceListMapping.coins(of: answer.content, url: answer.url),
          answer.provenance(now: now(), gate: gate)
        )
      }
      let answer = try await client.sendCached({ PriceListV1Endpoint(policy: $0) }, policy)
      return (
        try PriceListMapping.coins(of: answer.content, url: answer.url), answer.provenance(now: now(), gate: gate)
      )
    } catch {
      throw MarketsError(priceList: error, now: now())
    }
  }
}

extension MarketsError {
  /// Words a failure of the price list.
  init(priceList error: NetworkError, now: Date) {
    guard case .status(let failure) = error else {
      self = .service(error)
      return
    }
    if failure.status == .tooManyRequests {
      self = .rateLimited(failure, message: failure.serviceMessage, now: now)
    } else if let refusal = PriceListRefusal(failure.body) {
      self = .refused(message: refusal.message, underlying: nil)
    } else {
      self = .service(error)
    }
  }

  /// A 429, with the time that it names.
  static func rateLimited(_ failure: ServiceFailure, message: String?, now: Date) -> MarketsError {
    let pause = failure.headers.retryAfter(now: now).map { min($0 / .seconds(1), RateLimitGate.longestPause) }
    return .rateLimited(nextTry: pause.map { now.addingTimeInterval($0) }, serviceMessage: message)
  }
}
