public import Foundation
public import Portfolio

/// A watch that finds price changes and triggered alerts since the last check.
///
/// Each check sends at most one request.
public struct PriceWatch: Sendable {
  /// The result of a check.
  public struct Look: Sendable {
    /// The new or changed prices, in the same order as the coins.
    public internal(set) var changes: [PriceChange] = []
    /// The result of checking the alerts, or the reason why they couldn't be checked.
    public internal(set) var alerts: Result<AlertEvaluation, AlertError>
    /// The time of the newest price if all prices are older than the interval; otherwise `nil`.
    public internal(set) var outdatedSince: Date?
  }

  private let coins: [Coin]
  private let currency: CurrencyCode
  /// The interval between checks, which is also the maximum age of a price that can trigger an alert.
  public var interval: Duration
  private let repository: any MarketsRepository
  private let alerts: any AlertStoring
  private let now: @Sendable () -> Date
  private var last: [CoinID: Decimal] = [:]

  /// Creates a watch without any known prices.
  ///
  /// Only the given coins' price changes are reported, but alerts for other coins are checked as well.
  public init(
    _ coins: [Coin],
    currency: CurrencyCode,
    interval: Duration,
    repository: any MarketsRepository,
    alerts: any AlertStoring,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.coins = coins
    self.currency = currency
    self.interval = interval
    self.repository = repository
    self.alerts = alerts
    self.now = now
  }

  /// Loads prices for the watched coins and all coins with alerts, and compares them with the previous prices.
  ///
  /// After a failed check, the next check compares with the prices from the last successful check.
  public mutating func look(_ policy: LoadPolicy) async -> Result<Look, MarketsError> {
    var needs = QuoteNeeds()
    if !coins.isEmpty { needs.add(coins.map(\.id), in: currency) }
    let known: Result<[PriceAlert], AlertError> = Result { () throws(AlertError) in try alerts.alerts() }
    if case .success(let known) = known { needs.add(known, of: alerts.service) }
    let quotes: QuotesByCoin
    do throws(MarketsError) {
      quotes = try await needs.load(from: repository, policy)
    } catch {
      return .failure(error)
    }
    let priced = AlertQuotes(quotes, interval: interval, capabilities: repository.capabilities)
    let evaluation = Result { () throws(AlertError) in try alerts.check(priced) }
    var look = Look(alerts: evaluation)
    var newest: Quote?
    for coin in coins {
      guard let quote = quotes[coin.id]?[currency] else { continue }
      if newest.map({ quote.time > $0.time }) ?? true { newest = quote }
      // A coin whose price is temporarily missing keeps its last price.
      let previous = last.updateValue(quote.price, forKey: coin.id)
      guard previous != quote.price else { continue }
      look.changes.append(PriceChange(coin: coin, currency: currency, quote: quote, previous: previous))
    }
    if let newest, newest.age(at: now()) > priced.maximumAge / .seconds(1) { look.outdatedSince = newest.time }
    return .success(look)
  }
}

/// A price that is new or has changed.
public struct PriceChange: Sendable {
  let coin: Coin
  let currency: CurrencyCode
  let quote: Quote
  /// The price before the change; `nil` for the first price.
  let previous: Decimal?

  var percent: Decimal? {
    guard let previous, previous != 0 else { return nil }
    return (quote.price / previous - 1) * 100
  }
}
