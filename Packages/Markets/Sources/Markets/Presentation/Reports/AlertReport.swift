public import Components
public import Foundation
public import Portfolio

/// A printable report on alerts.
public struct AlertReport: Sendable, Encodable {
  private let alerts: [PriceAlert]
  private let now: Date

  /// Creates a report on alerts at a given time.
  public init(_ alerts: [PriceAlert], now: Date) {
    self.alerts = alerts
    self.now = now
  }

  /// Returns a table for a terminal, and one alert per line for a pipe.
  ///
  /// Each line contains the number, coin, symbol, condition, threshold, currency, the baseline for a change (`day` or a
  /// price), and `once` or `recurring`. The state (`armed`, `triggered` or `off`) and its start time follow. The last
  /// fields are the price that last triggered the alert, that price's time and source, and the alert's service.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      return alerts.reduce(into: "") { text, alert in
        let fields = AlertFields(alert)
        var words = [
          "\(alert.id)", fields.request.coin.id, fields.request.coin.symbol.uppercased(), fields.condition,
          fields.threshold.description, fields.request.currency,
          fields.basePrice?.description ?? (fields.isSinceDay ? "day" : ""), fields.isOnce ? "once" : "recurring",
          fields.state, fields.stateSince.map { $0.formatted(.iso8601) } ?? "",
        ]
        let quote = alert.lastQuote
        words += [quote?.price.description ?? "", quote?.time.formatted(.iso8601) ?? "", quote?.source ?? ""]
        words.append(alert.service ?? "")
        text += words.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
      }
    }
    let rows = alerts.map { alert -> [StyledText] in
      [
        StyledText("\(alert.id)"), StyledText(AlertText.condition(alert.request)),
        StyledText(alert.request.repetition == .once ? "once" : "repeatedly"),
        StyledText(AlertText.state(alert, now: now), mode.theme.typography.caption),
      ]
    }
    let columns: [TextTable.Column] = [
      .init("#", alignment: .trailing), .init("Alert", isFlexible: true, minimumWidth: 32),
      .init("Triggers", priority: 1),
      .init("State", isFlexible: true, priority: 2),
    ]
    return TextTable(columns: columns, rows: rows).rendered(for: mode)
  }

  /// Encodes the JSON document, whose only key is `alerts`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("alerts", alerts.map { AlertFields($0) })
  }
}

/// A printable report on an alert that was set or removed.
public struct SingleAlertReport: Sendable, Encodable {
  /// The change to report.
  public enum Change: Sendable {
    /// The alert was set; the associated value is the coin's current price, if known.
    case set(Quote?)
    /// The alert was removed.
    case removed
  }

  private let alert: PriceAlert
  private let change: Change
  private let now: Date

  /// Creates a report on a change at a given time.
  public init(_ alert: PriceAlert, _ change: Change, now: Date) {
    self.alert = alert
    self.change = change
    self.now = now
  }

  private var quote: Quote? {
    if case .set(let quote) = change { quote } else { nil }
  }

  private var holds: Bool? { quote.flatMap { alert.request.holds(at: $0) } }

  /// Returns a sentence, or for piped output the same line as in the list.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else { return AlertReport([alert], now: now).text(for: mode) }
    let condition = AlertText.condition(alert.request)
    let line =
      switch change {
      case .set: StyledText("Alert \(alert.id) set: \(condition).")
      case .removed: StyledText("Alert \(alert.id) removed: \(condition).")
      }
    return line.encoded(for: mode.capabilities) + "\n"
  }

  /// The notice that a new alert's condition already holds; `nil` if it doesn't hold.
  public var notice: String? {
    guard let quote, holds == true else { return nil }
    return AlertText.holdsAlready(quote, alert.request, now: now)
  }

  /// Encodes the JSON document: `alert`, and for a new alert also `holds`, `price`, `price_at` and `source`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("alert", AlertFields(alert))
    guard case .set(let quote) = change else { return }
    try container.set("holds", holds)
    try container.set("price", quote?.price)
    try container.set("price_at", quote?.time)
    try container.set("source", quote?.source)
  }
}

/// A one-line report on a triggered alert.
public struct FiredAlertReport: Sendable, Encodable {
  private let fired: FiredAlert

  /// Creates a report on a triggered alert.
  public init(_ fired: FiredAlert) { self.fired = fired }

  /// Returns the line to print, which begins with the time of the price.
  ///
  /// In a pipe, the line has the same fields as for a price change, plus the alert's number and condition.
  public func text(for mode: OutputMode) -> String {
    let time = fired.quote.time.formatted(.iso8601)
    guard mode.layout != .records else {
      let coin = fired.alert.request.coin
      let fields = [
        time, coin.id, coin.symbol.uppercased(), fired.quote.price.description, "", fired.change?.description ?? "",
        "alert \(fired.alert.id)", AlertText.condition(fired.alert.request), fired.quote.source,
      ]
      return fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
    }
    let line =
      StyledText("\(time)  ", mode.theme.typography.caption)
      + StyledText(message, mode.theme.typography.warning)
    return line.encoded(for: mode.capabilities) + "\n"
  }

  /// The alert, its condition and the price, as a sentence.
  public var message: String { "Alert \(fired.alert.id): \(AlertText.fired(fired))" }

  /// Encodes a JSON object: `at` (the time of the price), `checked_at`, `alert`, `price`, `change_percent`, `source`
  /// and `text`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("at", fired.quote.time)
    try container.set("checked_at", fired.time)
    try container.set("alert", AlertFields(fired.alert))
    try container.set("price", fired.quote.price) { MoneyText.money($0, fired.alert.request.currency) }
    try container.set("change_percent", fired.change)
    try container.set("source", fired.quote.source)
    try container.set("text", AlertText.fired(fired))
  }
}

private struct AlertFields: Encodable {
  let alert: PriceAlert
  let condition: String
  let threshold: Decimal
  var isSinceDay = false
  var basePrice: Decimal?

  init(_ alert: PriceAlert) {
    self.alert = alert
    var baseline: AlertBaseline?
    switch alert.request.condition {
    case .above(let price): (condition, threshold) = ("above", price)
    case .below(let price): (condition, threshold) = ("below", price)
    case .rises(let percent, let since): (condition, threshold, baseline) = ("rises", percent, since)
    case .falls(let percent, let since): (condition, threshold, baseline) = ("falls", percent, since)
    }
    switch baseline {
    case .day: isSinceDay = true
    case .price(let base): basePrice = base
    case nil: break
    }
  }

  var request: AlertRequest { alert.request }

  var isOnce: Bool { request.repetition == .once }

  var state: String {
    switch alert.state {
    case .armed: "armed"
    case .triggered: "triggered"
    case .off: "off"
    }
  }

  var stateSince: Date? {
    switch alert.state {
    case .armed: nil
    case .triggered(let time), .off(let time): time
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("id", alert.id)
    try container.set("coin", request.coin.id)
    try container.set("symbol", request.coin.symbol.uppercased())
    try container.set("condition", condition)
    try container.set("threshold", threshold)
    try container.set("currency", request.currency)
    try container.set("since", isSinceDay ? "day" : basePrice.map { _ in "price" })
    try container.set("base_price", basePrice)
    try container.set("once", isOnce)
    var margin: Decimal?
    if case .recurring(let share) = request.repetition { margin = share }
    try container.set("margin", margin)
    try container.set("state", state)
    try container.set("state_since", stateSince)
    try container.set("created_at", alert.created)
    try container.set("fired_price", alert.lastQuote?.price)
    try container.set("fired_price_at", alert.lastQuote?.time)
    try container.set("fired_source", alert.lastQuote?.source)
    try container.set("service", alert.service)
    try container.set("text", AlertText.condition(request))
  }
}
