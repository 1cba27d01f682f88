import CommandLine
import Foundation
import Markets
import Portfolio

extension CommandNode where Context == CommandContext {
  static var alerts: Self {
    .group(
      CommandDeclaration(
        name: "alerts",
        summary: "Manage price alerts; 'markets watch' and the interactive program check them.",
        examples: [
          .init(
            "fetch-counter markets alerts add bitcoin above 100000 --once",
            "Set an alert that is triggered only once."
          ),
          .init("fetch-counter markets alerts add eth falls 5%", "Set an alert for every 5 % fall within a day."),
          .init(
            "fetch-counter markets watch --until-alert && notify-send Sell",
            "Show a notification once an alert is triggered."
          ),
        ]
      ),
      default: "list",
      [.command(AlertListCommand.self), .command(AlertAddCommand.self), .command(AlertRemoveCommand.self)]
    )
  }
}

private struct AlertListCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "list",
    summary: "List the alerts with their states: armed, triggered or off.",
    examples: [.init("fetch-counter markets alerts list --json", "List them as JSON.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let store = try context.root.resolve(Keys.alerts)
    let alerts: [PriceAlert]
    do throws(AlertError) {
      alerts = try store.alerts()
    } catch {
      throw CommandFailure(error)
    }
    let report = AlertReport(alerts, now: Date())
    if alerts.isEmpty, !context.console.isJSON { context.console.inform("No alerts.") }
    try context.write(report) { report.text(for: $0) }
  }
}

private struct AlertRemoveCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "remove",
    summary: "Remove an alert.",
    examples: [.init("fetch-counter markets alerts remove 3", "Remove the alert with that number.")],
    arguments: [Argument.alertID]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let store = try context.root.resolve(Keys.alerts)
    let alert: PriceAlert
    do throws(AlertError) {
      alert = try store.remove(context[argument: .alertID])
    } catch {
      throw CommandFailure(error)
    }
    let report = SingleAlertReport(alert, .removed, now: Date())
    try context.reporting(afterwards: "The alert was removed") { () throws(CommandFailure) in
      try context.write(report) { report.text(for: $0) }
    }
  }
}

private struct AlertAddCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "add",
    summary: "Set an alert.",
    discussion: """
      An alert is triggered when the price is above or below a limit, or when it rises or falls by a percentage. Percentages \
      are measured over 24 hours, as reported by the source, or from the current price. Without --once, the alert can \
      be triggered again after the price has moved back from the limit by the margin. If the condition is already met, \
      the command says so, and the alert is triggered at the next check.
      """,
    examples: [
      .init("fetch-counter markets alerts add btc below 50000 --currency usd", "Watch the price in US dollars.")
    ],
    arguments: [Argument.coin, Argument.alertCondition, Argument.threshold],
    options: [Option.once, Option.baseline, Option.margin, Settings.currency.option]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let word = context[argument: .alertCondition]
    let threshold = context[argument: .threshold]
    let isChange = word == .rises || word == .falls
    if threshold.isPercent, !isChange {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "above and below compare prices, not percentages.",
        hint: "Use rises or falls for a percentage."
      )
    }
    let markets = try context.root.marketsCommandContext()
    let (coin, page) = try await coin(in: markets)
    let condition: AlertCondition
    switch word {
    case .above: condition = .above(threshold.value)
    case .below: condition = .below(threshold.value)
    case .rises: condition = .rises(percent: threshold.value, since: try baseline(coin, page, markets))
    case .falls: condition = .falls(percent: threshold.value, since: try baseline(coin, page, markets))
    }
    let margin = context[.margin].map { $0 / 100 } ?? AlertRepetition.defaultMargin
    let request = AlertRequest(
      coin: CoinReference(coin),
      condition: condition,
      currency: page.currency.code,
      repetition: context[.once] ? .once : .recurring(margin: margin)
    )
    let store = try context.root.resolve(Keys.alerts)
    let alert: PriceAlert
    do throws(AlertError) {
      alert = try store.add(request)
    } catch {
      throw CommandFailure(error)
    }
    let report = SingleAlertReport(alert, .set(await quote(of: coin, in: page.currency, markets)), now: markets.now())
    if !context.console.isJSON, let notice = report.notice { context.console.inform(notice) }
    try context.reporting(afterwards: "The alert was set") { () throws(CommandFailure) in
      try context.write(report) { report.text(for: $0) }
    }
  }

  private func coin(in markets: MarketsCommandContext) async throws(CommandFailure) -> (Coin, CoinPage) {
    do throws(MarketsError) {
      return try await markets.coin(context[argument: .coin], policy: context[.baseline] == .now ? .refreshed : .fresh)
    } catch {
      throw markets.failure(error)
    }
  }

  /// Returns the current price, which shows whether the new alert's condition already holds; `nil` if it can't be
  /// loaded.
  private func quote(of coin: Coin, in currency: CurrencyCode, _ markets: MarketsCommandContext) async -> Quote? {
    // The alert is already set, so a service failure must not make the command fail.
    let quotes = try? await markets.repository.quotes(of: [coin.id], in: [currency], policy: .fresh)
    return quotes?[coin.id]?[currency]
  }

  private func baseline(
    _ coin: Coin,
    _ page: CoinPage,
    _ markets: MarketsCommandContext
  ) throws(CommandFailure) -> AlertBaseline {
    guard context[.baseline] == .now else { return .day }
    guard let price = coin.prices[page.currency], price > 0 else {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_price",
        message: "There is no price for \(coin.symbol) in \(page.currency) to compare with.",
        hint: "Use --since day."
      )
    }
    try markets.requireCurrentPrice(of: coin, in: page, hint: "Try again later, or use --since day.")
    return .price(price)
  }
}

enum AlertConditionWord: String, CaseIterable, Sendable {
  case above, below, rises, falls
}

enum AlertBaselineWord: String, CaseIterable, Sendable {
  case day, now
}

struct AlertThreshold: Sendable {
  let value: Decimal
  let isPercent: Bool

  static var rule: ValueRule<AlertThreshold> {
    let number = ValueRule<Decimal>.ledgerNumber(isLowestIncluded: false)
    return ValueRule(expectation: "a price, or a percentage such as 5%", example: "100000") {
      word throws(ValidationError) in
      let isPercent = word.hasSuffix("%")
      do throws(ValidationError) {
        return AlertThreshold(value: try number.parse(isPercent ? String(word.dropLast()) : word), isPercent: isPercent)
      } catch {
        throw ValidationError(error.reason, suggestion: error.suggestion.map { isPercent ? $0 + "%" : $0 })
      }
    }
  }
}

extension Argument where Value == AlertConditionWord {
  static var alertCondition: Self {
    .required("CONDITION", .choice(), summary: "Price movement that triggers the alert.")
  }
}

extension Argument where Value == AlertThreshold {
  static var threshold: Self {
    .required("LIMIT", AlertThreshold.rule, summary: "Price, or percentage for rises and falls.")
  }
}

extension Argument where Value == Int {
  static var alertID: Self {
    .required("ID", .integer(in: 1...).suggesting(of: .alerts), summary: "The alert's number in the list.")
  }
}

extension Option where Value == Bool {
  static var once: Self {
    .flag("once", summary: "Trigger only once.", isCommon: true, excludes: ["margin"])
  }
  static var untilAlert: Self {
    .flag("until-alert", summary: "Exit with code 0 once an alert is triggered, for scripts.")
  }
}

extension Option where Value == AlertBaselineWord {
  static var baseline: Self {
    .value("since", .choice(), default: "day", summary: "Starting point for rises and falls: 24 hours ago or now.")
  }
}

extension Option where Value == Decimal? {
  static var margin: Self {
    .optional(
      "margin",
      .decimal(from: 0, to: 50),
      placeholder: "PERCENT",
      summary: "Distance that the price must move back before the alert can be triggered again.",
      defaultText: "1"
    )
  }
}
