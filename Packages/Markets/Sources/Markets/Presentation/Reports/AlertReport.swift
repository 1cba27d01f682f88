public import Components
public import Foundation
public import Portfolio

/// The printed form of alerts.
public struct AlertReport: Sendable, Encodable {
  private let alerts: [PriceAlert]
  private let now: Date

  /// Creates the report.
  public init(_ alerts: [PriceAlert], now: Date) {
    self.alerts = alerts
    self.now = now
  }

  /// Returns the lines to print: a table for people; for pipes one alert a line.
  ///
  /// The fields of such a line are number, coin, symbol, condition, threshold, currency, what a change is counted from (`day` or a price),
  /// `once` or `recurring`, the state (`armed`, `waiting` or `done`) and since when.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    guard mode.layout != .records else {
      return alerts.reduce(into: "") { text, alert in
        let fields = AlertFields(alert)
        let words = [
          "\(alert.id)", fields.request.coin.id, fields.request.coin.symbol.uppercased(), fields.condition,
          fields.threshold.description, fields.request.currency,
          fields.basePrice?.description ?? (fields.isSinceDay ? "day" : ""), fields.isOnce ? "once" : "recurring",
          fields.state, fields.stateSince.map { $0.formatted(.iso8601) } ?? "",
        ]
        text += words.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
      }
    }
    let rows = alerts.map { alert -> [StyledText] in
      [
        StyledText("\(alert.id)"), StyledText(AlertText.condition(alert.request)),
        StyledText(alert.request.repetition == .once ? "once" : "repeatedly"),
        StyledText(AlertText.standing(alert.state, now: now), theme.typography.caption),
      ]
    }
    let columns: [TextTable.Column] = [
      .init("#", alignment: .trailing), .init("Alert", isFlexible: true, minimumWidth: 32), .init("Fires", priority: 1),
      .init("State", isFlexible: true, priority: 2),
    ]
    return TextTable(columns: columns, rows: rows).rendered(for: mode, theme: theme)
  }

  /// Encodes the JSON document: `alerts`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("alerts", alerts.map { AlertFields($0) })
  }
}

/// The printed form of an alert that was set or removed.
public struct SingleAlertReport: Sendable, Encodable {
  private let alert: PriceAlert
  private let verb: String
  private let now: Date

  /// Creates the report of an alert after a verb, such as `Set` or `Removed`.
  public init(_ alert: PriceAlert, verb: String, now: Date) {
    self.alert = alert
    self.verb = verb
    self.now = now
  }

  /// Returns a sentence for people, or for pipes the line of the list.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    guard mode.layout != .records else { return AlertReport([alert], now: now).text(for: mode, theme: theme) }
    let line = StyledText("\(verb) alert \(alert.id): \(AlertText.condition(alert.request)).")
    return line.encoded(for: mode.capabilities) + "\n"
  }

  /// Encodes the JSON document: `alert`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("alert", AlertFields(alert))
  }
}

/// The printed form of a fired alert, one line.
public struct FiredAlertReport: Sendable, Encodable {
  private let fired: FiredAlert

  /// Creates the report.
  public init(_ fired: FiredAlert) { self.fired = fired }

  /// Returns the line to print; for pipes it has the fields of a changed price (time, id, symbol, price, nothing, change in percent), and then the
  /// alert's number and its words.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    let time = fired.time.formatted(.iso8601)
    guard mode.layout != .records else {
      let coin = fired.alert.request.coin
      let fields = [
        time, coin.id, coin.symbol.uppercased(), fired.price.description, "", fired.change?.description ?? "",
        "alert \(fired.alert.id)", AlertText.condition(fired.alert.request),
      ]
      return fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
    }
    let line =
      StyledText("\(time)  ", theme.typography.caption)
      + StyledText("Alert \(fired.alert.id): \(AlertText.fired(fired))", theme.typography.warning)
    return line.encoded(for: mode.capabilities) + "\n"
  }

  /// Encodes one JSON object: `at`, `alert`, `price`, `change_percent`, `text`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("at", fired.time)
    try container.set("alert", AlertFields(fired.alert))
    try container.set("price", fired.price) { MoneyText.money($0, fired.alert.request.currency) }
    try container.set("change_percent", fired.change)
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
    case .triggered: "waiting"
    case .off: "done"
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
    try container.set("text", AlertText.condition(request))
  }
}
