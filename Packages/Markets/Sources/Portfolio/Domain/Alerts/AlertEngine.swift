package import Foundation

/// The rules for triggering alerts, which depend only on the alerts, the quotes and the time.
enum AlertEngine {
  static func evaluate(
    _ alerts: [PriceAlert],
    quotes: AlertQuotes,
    of service: AlertService? = nil,
    at time: Date
  ) -> AlertEvaluation {
    var fired: [FiredAlert] = []
    var unchecked: [UncheckedAlert] = []
    let changed = alerts.map { alert in
      guard alert.isActive else { return alert }
      if let service, !service.checks(alert) {
        unchecked.append(UncheckedAlert(alert: alert, reason: .otherService))
        return alert
      }
      var alert = alert
      switch read(alert.request, quotes, at: time) {
      case .failure(let reason): unchecked.append(UncheckedAlert(alert: alert, reason: reason))
      case .success(let reading):
        alert.service = alert.service ?? service?.name
        switch alert.state {
        case .armed where reading.holds:
          alert.state = alert.request.repetition == .once ? .off(since: time) : .triggered(since: time)
          alert.lastQuote = reading.quote
          fired.append(FiredAlert(alert: alert, quote: reading.quote, change: reading.change, time: time))
        case .triggered where reading.cameBack: alert.state = .armed
        case .armed, .triggered, .off: break
        }
      }
      return alert
    }
    return AlertEvaluation(
      fired: fired,
      unchecked: unchecked,
      alerts: changed,
      service: service,
      hasChanges: changed != alerts
    )
  }

  private enum Outcome {
    case success(Reading)
    case failure(UncheckedAlert.Reason)
  }

  private static func read(_ request: AlertRequest, _ quotes: AlertQuotes, at time: Date) -> Outcome {
    if let currencies = quotes.currencies, !currencies.contains(request.currency) { return .failure(.noCurrency) }
    guard let prices = quotes.quotes[request.coin.id] else {
      return .failure(quotes.undecidedCoins.contains(request.coin.id) ? .undecidedCoin : .noCoin)
    }
    guard let quote = prices[request.currency] else { return .failure(.noPrice) }
    let age = quote.age(at: time)
    guard age.isFinite else { return .failure(.fromFuture) }
    guard age <= quotes.maximumAge / .seconds(1) else { return .failure(.tooOld(age: age)) }
    guard let reading = Reading(request, quote) else { return .failure(.noChange) }
    return .success(reading)
  }
}

private struct Reading {
  let quote: Quote
  let change: Decimal?
  let holds: Bool
  /// Whether the price has moved back past the threshold by the margin, which rearms a triggered alert.
  let cameBack: Bool

  /// Compares an alert's condition with a quote; `nil` if the condition needs a change that the quote can't provide.
  init?(_ request: AlertRequest, _ quote: Quote) {
    self.quote = quote
    let margin: Decimal =
      switch request.repetition {
      case .once: 0
      case .recurring(let margin): margin
      }
    switch request.condition {
    case .above(let limit):
      change = nil
      holds = quote.price >= limit
      cameBack = quote.price <= limit * (1 - margin)
    case .below(let limit):
      change = nil
      holds = quote.price <= limit
      cameBack = quote.price >= limit * (1 + margin)
    case .rises(let percent, let baseline):
      guard let change = Self.change(of: quote, since: baseline) else { return nil }
      self.change = change
      holds = change >= percent
      cameBack = change <= percent - margin * 100
    case .falls(let percent, let baseline):
      guard let change = Self.change(of: quote, since: baseline) else { return nil }
      self.change = change
      holds = change <= -percent
      cameBack = change >= margin * 100 - percent
    }
  }

  private static func change(of quote: Quote, since baseline: AlertBaseline) -> Decimal? {
    switch baseline {
    case .day:
      guard let change = quote.dayChange, change.isFinite else { return nil }
      return change
    case .price(let base):
      let rounded = ((quote.price - base) * 100 / base).rounded(toPlaces: FixedPoint.places)
      return rounded.isFinite ? rounded : nil
    }
  }
}

extension AlertRequest {
  package func holds(at quote: Quote) -> Bool? { Reading(self, quote)?.holds }
}

/// The quotes for an alert check, and their maximum age.
public struct AlertQuotes: Sendable {
  /// The quotes by coin identifier and by currency in lower case.
  package let quotes: [String: [String: Quote]]
  package let maximumAge: Duration
  /// The source's currencies, in lower case; `nil` if unknown.
  package var currencies: Set<String>?
  /// The source's name, which ``CoinIdentities`` uses to look up the source's IDs; `nil` if unknown.
  package var source: String?
  /// The identifiers of coins that match several of the source's coins.
  var undecidedCoins: Set<String> = []

  /// The lower bound for the maximum age, needed because sources give the times of prices only to the minute.
  package static let shortestAge = Duration.seconds(60)
  /// The upper bound for the maximum age of a price that someone acts on, however long prices count as fresh.
  public static let longestAge = Duration.seconds(900)

  /// Creates quotes with the check interval, but at least one minute and at most 15 minutes, as their maximum age.
  package init(_ quotes: [String: [String: Quote]], interval: Duration) {
    self.quotes = quotes
    maximumAge = min(max(interval, Self.shortestAge), Self.longestAge)
  }
}

/// An alert whose condition holds.
public struct FiredAlert: Sendable, Hashable {
  package let alert: PriceAlert
  package let quote: Quote
  /// The change that the condition refers to, in percent with 18 decimal places; `nil` for price conditions.
  package let change: Decimal?
  package let time: Date
}

/// An alert that couldn't be checked and keeps its state.
public struct UncheckedAlert: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// The alert belongs to another service. An alert without a service isn't checked against sample prices.
    case otherService
    /// The source has no prices in the currency.
    case noCurrency
    /// Several of the source's coins match, and the user has to choose one.
    case undecidedCoin
    /// There is no quote for the coin, because the last response omitted the coin or the service no longer lists it.
    case noCoin
    case noPrice
    case noChange
    /// The latest price is older than the maximum quote age; `age` is in seconds.
    case tooOld(age: TimeInterval)
    /// The latest price is in the future, for example because the clock was set back.
    case fromFuture
  }

  /// The alert, with its state unchanged.
  public let alert: PriceAlert
  package let reason: Reason
}

extension UncheckedAlert: CustomStringConvertible {
  /// A sentence that gives the reason, including the coin's symbol, which is untrusted text.
  public var description: String {
    let subject = "Alert \(alert.id) was not checked:"
    let coin = alert.request.coin.symbol.uppercased()
    return switch reason {
    case .otherService:
      if let service = alert.service {
        "\(subject) it was set for another service, \(service)."
      } else {
        "\(subject) it was set by an earlier version, so sample prices don't trigger it."
      }
    case .noCurrency: "\(subject) this source has no prices in \(alert.request.currency.uppercased())."
    case .undecidedCoin:
      "\(subject) several coins could be \(coin). Choose one: fetch-counter markets coins link \(alert.request.coin.id) ID"
    case .noCoin:
      "\(subject) the service sent no price for \(coin). If this continues, the coin may no longer be listed."
    case .noPrice: "\(subject) there is no price for \(coin) in \(alert.request.currency.uppercased())."
    case .noChange:
      "\(subject) there is no 24-hour change for \(coin) in \(alert.request.currency.uppercased())."
    case .tooOld(let age): "\(subject) the latest price for \(coin) is \(Self.text(of: age)) old."
    case .fromFuture: "\(subject) the latest price for \(coin) is dated in the future. Check this computer's clock."
    }
  }

  private static func text(of age: TimeInterval) -> String {
    let seconds = Int(min(age, 1e9))
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}

/// The result of checking all alerts.
public struct AlertEvaluation: Sendable, Hashable {
  /// The triggered alerts, in the order in which they were set.
  public let fired: [FiredAlert]
  /// The alerts that couldn't be checked.
  public let unchecked: [UncheckedAlert]
  /// All alerts in their new states.
  public let alerts: [PriceAlert]
  /// The service whose prices were checked; `nil` if all alerts were checked.
  let service: AlertService?

  package let hasChanges: Bool
  /// The reason why the new states couldn't be stored, in sentences; `nil` if they were stored.
  public internal(set) var storeFailure: String?

  /// Whether at least one of the service's alerts can still be triggered.
  public var hasActiveAlerts: Bool { alerts.contains { $0.isActive && isChecked($0) } }

  /// Returns the service's alerts that this process or another one has triggered since an earlier state.
  public func alertsFired(since earlier: [PriceAlert]) -> [FiredAlert] {
    let quotes = Dictionary(earlier.map { ($0.id, $0.lastQuote) }) { first, _ in first }
    return alerts.compactMap { alert in
      if let own = fired.first(where: { $0.alert.id == alert.id }) { return own }
      guard isChecked(alert), let quote = alert.lastQuote, quote != quotes[alert.id] ?? nil else { return nil }
      let change = Reading(alert.request, quote)?.change
      return FiredAlert(alert: alert, quote: quote, change: change, time: quote.time)
    }
  }

  private func isChecked(_ alert: PriceAlert) -> Bool { service?.checks(alert) ?? true }
}
