import Basics
public import Components
public import Foundation
public import Observation
import Portfolio

/// The key figures for the markets.
///
/// The figures come from the screens' view models, which decide when to load, so nothing is requested twice.
@MainActor
@Observable
public final class MarketsSummaryModel {
  @ObservationIgnored private let list: CoinListViewModel
  @ObservationIgnored private let portfolio: PortfolioViewModel
  @ObservationIgnored private let alertList: AlertsViewModel
  @ObservationIgnored private let timeZone: TimeZone
  /// The movers in a revision of the list, stored because finding them for every frame would take too long.
  @ObservationIgnored private var foundMovers: (revision: Int, movers: Movers)?

  /// Creates the summary from the view models for the list, the portfolio and the alerts.
  public init(
    list: CoinListViewModel,
    portfolio: PortfolioViewModel,
    alerts: AlertsViewModel,
    timeZone: TimeZone = .current
  ) {
    self.list = list
    self.portfolio = portfolio
    alertList = alerts
    self.timeZone = timeZone
  }

  /// Called by ``showStored()``, so that all visible screens show the same amounts.
  @ObservationIgnored public var onShowStored: (@MainActor () -> Void)?

  /// Reads the ledger and the known prices for ``account`` and the coin list, without sending a request.
  public func showStored() {
    portfolio.showStored()
    list.showStoredAccount()
    onShowStored?()
  }

  /// Loads stored figures, and requests figures that are no longer fresh.
  ///
  /// The first load of the coins doesn't start until ``fill(rows:)`` is called.
  public func appear() {
    list.appear()
    portfolio.appear()
    Task { [alertList] in await alertList.load() }
  }

  /// Loads enough coins to fill a number of rows, each with a rising coin beside a falling coin.
  public func fill(rows: Int) {
    // About as many coins rise as fall, and a few gaps at the end of a column are acceptable.
    list.fill(rows: rows * 3 / 2)
  }

  /// Stops loading.
  public func disappear() {
    list.disappear()
    portfolio.disappear()
  }

  /// Cancels running loads but keeps the figures.
  ///
  /// - Returns: Whether a load was running.
  public func cancelLoading() -> Bool {
    let wasListLoading = list.cancelLoading()
    return portfolio.cancelLoading() || wasListLoading
  }

  /// Requests current figures.
  public func refresh() {
    list.refresh()
    portfolio.refresh()
  }

  /// Whether figures are being loaded.
  public var isLoading: Bool { list.isLoading || portfolio.state.isLoading }

  /// The time of the prices; `nil` if there are no prices.
  public var asOf: Date? { list.content?.provenance.asOf }

  /// The coins in the list with the largest changes over 24 hours; `nil` until the list is loaded.
  public var movers: Movers? {
    guard let content = list.content else { return nil }
    if let foundMovers, foundMovers.revision == list.revision { return foundMovers.movers }
    let movers = Movers(content.coins, in: content.currency)
    foundMovers = (list.revision, movers)
    return movers
  }

  /// The reason why there are no coins, as a sentence; `nil` if there are coins.
  public var problem: String? { list.content == nil ? list.state.problem?.message : nil }

  /// The value of the holdings; `nil` until the ledger is read.
  public var account: AccountSummary? { portfolio.content?.summary }

  /// Returns the time of the holdings' prices, such as `12:04`, or their age if they are stale; `nil` without prices.
  public func accountTime(in environment: RenderEnvironment) -> StyledText? {
    portfolio.content?.quotes.provenance.map {
      PriceAge.caption(of: $0, now: portfolio.now(), timeZone: timeZone, in: environment)
    }
  }

  /// Returns the age of the holdings' prices, such as `3 min ago`; `nil` if there are no prices.
  public func accountAge(in environment: RenderEnvironment) -> StyledText? {
    portfolio.content?.quotes.provenance.map {
      PriceAge.text(of: $0, now: portfolio.now(), environment.theme.typography)
    }
  }

  /// Whether the holdings' prices are fresh, and no refresh has failed since they were loaded.
  public var hasFreshAccount: Bool {
    guard let provenance = portfolio.content?.quotes.provenance else { return false }
    return !provenance.isStale(at: portfolio.now())
  }

  /// The reason why the holdings can't be read, as a sentence.
  public var accountProblem: String? { portfolio.state.problem }

  /// The alerts, formatted on each access; `nil` until they are read.
  public var alerts: AlertsSummary? { alertList.state.value.map { AlertsSummary($0, now: alertList.now()) } }

  /// The reason why the alerts can't be read, as a sentence.
  public var alertProblem: String? { alertList.state.problem }
}

/// The coins with the largest changes over 24 hours.
public struct Movers: Sendable, Equatable {
  /// A coin with its change.
  public struct Coin: Sendable, Equatable {
    /// The coin's ID, for its link.
    public let id: String
    /// The symbol in uppercase.
    public let symbol: String
    /// The formatted price.
    public let price: String
    /// The change over 24 hours with its sign, such as `+2.41 %`.
    public let change: String
    /// Whether the price is rising.
    public let isRising: Bool
    /// The name, sanitized.
    public let name: String
    /// The prices over the last seven days at equal intervals; empty if unknown.
    public let week: [Double]
    /// The value range for a sparkline of ``week``: from 10 % below to 10 % above the first price, for every coin.
    public var weekRange: ClosedRange<Double>? {
      guard let first = week.first, first.isFinite, first > 0 else { return nil }
      return first * 0.9...first * 1.1
    }
  }

  /// The maximum number of coins in each direction.
  static let limit = 40

  /// The coins that rose the most, largest rise first.
  public let rising: [Coin]
  /// The coins that fell the most, largest fall first.
  public let falling: [Coin]

  init(_ coins: [Markets.Coin], in currency: CurrencyCode) {
    let formatter = PriceFormatter(currency)
    func mover(_ coin: Markets.Coin, _ change: Decimal) -> Coin {
      Coin(
        id: coin.id.description,
        symbol: coin.symbol.uppercased(),
        price: formatter.price(coin.prices[currency]),
        change: formatter.percent(change),
        isRising: change > 0,
        name: coin.shownName,
        week: coin.sparkline
      )
    }
    let changes = coins.compactMap { coin in
      // A change that rounds to zero doesn't count.
      coin.figures.change24h.flatMap { $0.isNaN || abs($0) < 0.005 ? nil : (coin: coin, change: $0) }
    }
    rising = changes.filter { $0.change > 0 }.sorted { $0.change > $1.change }.prefix(Self.limit).map(mover)
    falling = changes.filter { $0.change < 0 }.sorted { $0.change < $1.change }.prefix(Self.limit).map(mover)
  }
}

/// The value of the holdings.
public struct AccountSummary: Sendable, Equatable {
  /// A coin's share of the total value.
  public struct Part: Sendable, Equatable {
    /// The symbol in uppercase.
    public let symbol: String
    /// The coin's share of the total value, from 0 to 1.
    public let share: Double
    /// The formatted value.
    public let value: String
    /// The formatted price change over 24 hours, with its sign; `nil` if unknown.
    public let change: String?
    /// The direction of the change: 1, 0 or -1.
    public let direction: Int
  }

  /// The formatted value; `nil` if no coin has a price.
  public let total: String?
  /// The formatted change in value over 24 hours, without additions; `nil` if any coin's change is unknown.
  public let dayChange: String?
  /// The formatted change in value, in percent; `nil` if ``dayChange`` is `nil`.
  public let dayChangePercent: String?
  /// The direction of the change: 1, 0 or -1.
  public let direction: Int
  /// The coins with their shares of the total value, largest share first.
  public let parts: [Part]
  /// The number of coins without a price.
  public let unpricedCount: Int

  /// Creates a summary; `arrivals` are the coins that arrived within the last 24 hours, by coin identifier.
  init(
    _ account: AccountValue,
    _ quotes: CoinQuotes,
    _ currency: CurrencyCode,
    arrivals: [String: RecentArrivals]
  ) {
    let formatter = PriceFormatter(currency)
    total = account.items.isEmpty ? nil : formatter.price(account.total)
    unpricedCount = account.missingPrices.count
    parts = account.items.map { item in
      let change = CoinID(item.holding.coin.id)
        .flatMap { quotes.quotes[$0]?[currency]?.dayChange }
      return Part(
        symbol: item.holding.coin.symbol.uppercased(),
        share: NSDecimalNumber(decimal: item.weight ?? 0).doubleValue,
        value: formatter.price(item.value),
        change: change.map { formatter.percent($0) },
        direction: change.map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 } ?? 0
      )
    }
    let change = Self.dayChange(account, quotes, currency, arrivals)
    dayChange = change.map { formatter.change($0.amount) }
    dayChangePercent = change.map { formatter.percent($0.percent) }
    direction = change.map { $0.amount > 0 ? 1 : $0.amount < 0 ? -1 : 0 } ?? 0
  }

  /// Returns the current holdings' change in value over 24 hours; `nil` if any coin's change is unknown.
  ///
  /// For coins that arrived within the 24 hours, the change is relative to their cost, or 0 if the cost is unknown. The
  /// percentage is relative to the value of the other coins 24 hours ago plus the cost of the arrivals.
  private static func dayChange(
    _ account: AccountValue,
    _ quotes: CoinQuotes,
    _ currency: CurrencyCode,
    _ arrivals: [String: RecentArrivals]
  ) -> (amount: Decimal, percent: Decimal)? {
    var before: Decimal = 0
    for item in account.items {
      let recent = arrivals[item.holding.coin.id]
      before += (recent?.cost ?? 0) + (recent?.amountWithoutCost ?? 0) * item.price
      let oldValue = recent.map { (item.holding.amount - $0.amount) * item.price } ?? item.value
      guard oldValue > 0 else { continue }
      guard let id = CoinID(item.holding.coin.id),
        let change = quotes.quotes[id]?[currency]?.dayChange, change > -100
      else { return nil }
      before += oldValue / (1 + change / 100)
    }
    guard before > 0, !before.isNaN else { return nil }
    let amount = account.total - before
    return amount.isNaN ? nil : (amount, amount / before * 100)
  }
}

/// A summary of the price alerts.
public struct AlertsSummary: Sendable, Equatable {
  /// The maximum number of alerts in each list.
  static let limit = 60

  /// The first armed alerts, such as `BTC above $100,000.00 AUD`.
  public let armed: [String]
  /// The total number of armed alerts.
  public let armedCount: Int
  /// The total number of triggered alerts.
  public let triggeredCount: Int
  /// The total number of alerts that aren't rearmed.
  public let offCount: Int
  /// The first triggered alerts, such as `BTC above $100,000.00 AUD: Triggered at $100,500.00, 3 min ago`.
  public let triggered: [String]

  init(_ alerts: [PriceAlert], now: Date) {
    let armed = alerts.filter { $0.state == .armed }
    let triggered = alerts.filter { if case .triggered = $0.state { true } else { false } }
    (armedCount, triggeredCount) = (armed.count, triggered.count)
    offCount = alerts.count - armed.count - triggered.count
    self.armed = armed.prefix(Self.limit).map { AlertText.condition($0.request) }
    self.triggered = triggered.prefix(Self.limit)
      .map { "\(AlertText.condition($0.request)): \(AlertText.state($0, now: now))" }
  }
}
