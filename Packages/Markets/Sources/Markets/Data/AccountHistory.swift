public import Foundation
import Networking
public import Portfolio

/// The value of all holdings over time.
public struct AccountHistory: Sendable {
  struct Gap: Sendable {
    enum Reason: Sendable {
      case unknownCoin
      case noPrices
      /// The source has prices for only part of the range, starting at this time.
      case partly(from: Date)
      case failed(MarketsError)
    }

    let coin: CoinReference
    let reason: Reason
  }

  let range: PriceRange
  let currency: CurrencyCode
  /// The values in chronological order, starting at the ledger's first entry.
  let points: [ValuePoint]
  let gaps: [Gap]
  let entryCount: Int
  /// The number of entries ignored because their time is in the future, for example because the clock was wrong.
  let futureEntryCount: Int
  /// The origin and age of the prices; `nil` if there are no prices.
  public let provenance: Provenance?

  /// Whether the user held no coins in the range.
  public var isEmpty: Bool { points.isEmpty && gaps.isEmpty }

  var change: Decimal? {
    guard let first = points.first, let last = points.last else { return nil }
    return last.value - first.value
  }

  var changePercent: Decimal? {
    guard let first = points.first?.value, first != 0, let change else { return nil }
    return change / first * 100
  }

  /// The value of the money and coins added between the first and the last point, minus the value removed.
  var netAdditions: Decimal { points.last?.netAdditions ?? 0 }

  /// The change in value without ``netAdditions``.
  var gain: Decimal? { change.map { $0 - netAdditions } }

  /// The gain as a percentage of the first value plus all later additions, regardless of when they were made.
  ///
  /// Other methods weight additions by time, which results in huge percentages if little was held at first.
  var gainPercent: Decimal? {
    guard let first = points.first, let gain else { return nil }
    let additions = zip(points, points.dropFirst()).map { max($1.netAdditions - $0.netAdditions, 0) }
    let base = additions.reduce(first.value, +)
    return base > 0 ? gain / base * 100 : nil
  }
}

/// A use case that calculates the value of all holdings over time, loading one price history at a time.
///
/// Missing histories become gaps and never count as zero. If the whole service is unavailable, for example after a 429
/// response or without a network, no further requests are sent and the remaining histories come from the cache.
public struct FetchAccountHistory: Sendable {
  /// The number of consecutive failures after which the whole service is considered unavailable.
  static let mostFailuresInARow = 2

  private let repository: any MarketsRepository

  /// Creates a use case that loads histories from a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the price histories and calculates the account values.
  ///
  /// There are no points if the user held no coins or the source has no prices for any of them. The thrown error is the
  /// reason why no coin has prices, such as ``MarketsError/rangeNotAvailable(_:reason:)`` if the source's histories
  /// don't reach back far enough. Before each load, `progress` receives the numbers of loaded and required histories.
  public func execute(
    _ snapshot: LedgerSnapshot,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy = .fresh,
    now: Date,
    progress: @Sendable (_ loaded: Int, _ count: Int) async -> Void = { _, _ in }
  ) async throws(MarketsError) -> AccountHistory {
    guard range.dayCount ?? 1 > 0 else { throw .rangeNotAvailable(range, reason: "a range must have at least one day") }
    let start = range.dayCount.map { now.addingTimeInterval(-Double($0) * 86_400) } ?? .distantPast
    let coins = snapshot.coinsHeld(since: start)
    let capabilities = repository.capabilities
    guard capabilities.hasMarketFigures || coins.isEmpty else { throw .noHistories(source: capabilities.name) }
    let charts = try await charts(of: coins, range, currency, policy, progress)
    if charts.histories.isEmpty, let failure = charts.firstFailure { throw failure }
    return await Self.history(snapshot, coins, charts, range, currency, now: now)
  }

  private struct Charts: Sendable {
    var histories: [String: PriceHistory] = [:]
    var reasons: [String: AccountHistory.Gap.Reason] = [:]
    var firstFailure: MarketsError?
  }

  private func charts(
    of coins: [CoinReference],
    _ range: PriceRange,
    _ currency: CurrencyCode,
    _ policy: LoadPolicy,
    _ progress: @Sendable (Int, Int) async -> Void
  ) async throws(MarketsError) -> Charts {
    var charts = Charts()
    var outage: MarketsError?
    var failuresInARow = 0
    for (number, coin) in coins.enumerated() {
      await progress(number, coins.count)
      guard let id = CoinID(coin.id) else {
        charts.reasons[coin.id] = .unknownCoin
        continue
      }
      do throws(MarketsError) {
        let policy = outage == nil ? policy : .storedOnly
        let history = try await repository.history(of: id, range: range, currency: currency, policy: policy)
        failuresInARow = 0
        if history.points.isEmpty { charts.reasons[coin.id] = .noPrices } else { charts.histories[coin.id] = history }
      } catch {
        if error.isCancellation { throw error }
        switch error {
        case .coinNotFound, .ambiguousCoin, .undecidedCoin:
          charts.reasons[coin.id] = .unknownCoin
          continue
        default: break
        }
        // No request is sent on a cache miss, so a miss isn't a sign of an outage.
        if !error.isCacheMiss { failuresInARow += 1 }
        if outage == nil, error.concernsTheWholeService || failuresInARow >= Self.mostFailuresInARow { outage = error }
        // During an outage, report the outage as the reason for any history that isn't cached.
        charts.reasons[coin.id] = .failed(outage ?? error)
        charts.firstFailure = charts.firstFailure ?? error
      }
    }
    return charts
  }

  @concurrent
  private static func history(
    _ snapshot: LedgerSnapshot,
    _ coins: [CoinReference],
    _ charts: Charts,
    _ range: PriceRange,
    _ currency: CurrencyCode,
    now: Date
  ) async -> AccountHistory {
    let entries = snapshot.timesOfCountingEntries
    let prices = charts.histories.mapValues { $0.points.map { PricePoint(time: $0.date, price: $0.price) } }
    var times = SeriesTimes.merged(prices.values.map { $0.map(\.time) })
    // If the clock was set back, the last prices are in the future.
    let end = max(now, times.last ?? .distantPast)
    if let first = entries.first { times.removeAll { $0 < first } }
    // Cached histories are up to a day old. Newer entries are valued at the last prices.
    if !prices.isEmpty, let latest = entries.last(where: { $0 <= end }), latest > times.last ?? .distantPast {
      times.append(latest)
    }
    let points = snapshot.valueHistory(prices: prices, at: times, currency: currency.code.lowercased())
    let provenances = charts.histories.values.map(\.provenance)
    return AccountHistory(
      range: range,
      currency: currency,
      points: points,
      gaps: gaps(coins, charts, points),
      entryCount: points.first.map { first in entries.count { $0 > first.time && $0 <= end } } ?? 0,
      futureEntryCount: entries.count { $0 > end },
      provenance: provenances.dropFirst().reduce(provenances.first) { $0?.joined(with: $1) }
    )
  }

  private static func gaps(_ coins: [CoinReference], _ charts: Charts, _ points: [ValuePoint]) -> [AccountHistory.Gap] {
    let missing = Set(points.lazy.flatMap(\.missingPrices).map(\.id))
    return coins.compactMap { coin in
      // Without points, every coin is missing.
      guard missing.contains(coin.id) || points.isEmpty else { return nil }
      if let reason = charts.reasons[coin.id] { return AccountHistory.Gap(coin: coin, reason: reason) }
      let first = charts.histories[coin.id]?.points.first?.date
      return first.map { AccountHistory.Gap(coin: coin, reason: .partly(from: $0)) }
    }
  }
}

extension MarketsError {
  fileprivate var isCancellation: Bool {
    if case .service(NetworkError.cancelled) = self { true } else { false }
  }

  fileprivate var isCacheMiss: Bool {
    if case .service(NetworkError.cacheMiss) = self { true } else { false }
  }

  fileprivate var concernsTheWholeService: Bool {
    switch self {
    case .coinNotFound, .priceMissing, .ambiguousCoin, .undecidedCoin, .refused: false
    case .rateLimited, .keyProblem, .rangeNotAvailable, .noHistories, .currencyNotAvailable: true
    case .service(NetworkError.status), .service(NetworkError.decoding), .service(NetworkError.cacheMiss): false
    case .service: true
    }
  }
}
