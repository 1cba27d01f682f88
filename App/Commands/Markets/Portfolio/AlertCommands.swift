import CommandLine
import Foundation
import Markets
import Portfolio

extension CommandNode where Context == CommandContext {
  static var alerts: Self {
    .group(
      CommandDeclaration(
        name: "alerts",
        summary: "Keeps alerts, which markets watch and the interactive program check.",
        examples: [
          .init("fetch-counter markets alerts add bitcoin above 100000 --once", "Tells it once."),
          .init("fetch-counter markets alerts add eth falls 5%", "Tells whenever it fell by 5 % in a day."),
          .init("fetch-counter markets watch --until-alert && notify-send Sell", "Waits for the first one."),
        ]
      ),
      [.command(AlertListCommand.self), .command(AlertAddCommand.self), .command(AlertRemoveCommand.self)]
    )
  }
}

private struct AlertListCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "list",
    summary: "Lists the alerts and where they stand.",
    examples: [.init("fetch-counter markets alerts list --json", "Lists them as JSON.")]
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
    if alerts.isEmpty, !context.console.isJSON { context.console.inform("No alert is set.") }
    try context.write(report) { report.text(for: $0) }
  }
}

private struct AlertRemoveCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "remove",
    summary: "Removes an alert.",
    examples: [.init("fetch-counter markets alerts remove 3", "Removes the alert of that number.")],
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
    let report = SingleAlertReport(alert, verb: "Removed", now: Date())
    try context.reporting(afterwards: "The alert was removed") { () throws(CommandFailure) in
      try context.write(report) { report.text(for: $0) }
    }
  }
}

private struct AlertAddCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "add",
    summary: "Sets an alert.",
    discussion: """
      It fires when the price is above or below a limit, or when it rises or falls by a share: in a day as the source counts it, or \
      from the price of now. Unless it is to fire once, it fires again after the price has come back from the limit by the margin.
      """,
    examples: [
      .init("fetch-counter markets alerts add btc below 50000 --currency usd", "Watches the price in dollars.")
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
        message: "A price is above or below another price, not a share.",
        hint: "Use rises or falls with percents."
      )
    }
    let markets = try context.root.marketsCommandContext()
    let (coin, page) = try await coin(in: markets)
    let condition: AlertCondition
    switch word {
    case .above: condition = .above(threshold.value)
    case .below: condition = .below(threshold.value)
    case .rises: condition = .rises(percent: threshold.value, since: try baseline(coin, page))
    case .falls: condition = .falls(percent: threshold.value, since: try baseline(coin, page))
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
    let report = SingleAlertReport(alert, verb: "Set", now: Date())
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

  private func baseline(_ coin: Coin, _ page: CoinPage) throws(CommandFailure) -> AlertBaseline {
    guard context[.baseline] == .now else { return .day }
    guard let price = coin.prices[page.currency], price > 0 else {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_price",
        message: "There is no price of \(coin.symbol) in \(page.currency) to count from.",
        hint: "Use --since day."
      )
    }
    return .price(price)
  }
}

enum AlertConditionWord: String, CaseIterable, Sendable {
  case above, below, rises, falls
}

enum AlertBaselineWord: String, CaseIterable, Sendable {
  case day, now
}

/// A price, or a share in percent.
struct AlertThreshold: Sendable {
  let value: Decimal
  let isPercent: Bool

  static var rule: ValueRule<AlertThreshold> {
    let number = ValueRule<Decimal>.ledgerNumber(isLowestIncluded: false)
    return ValueRule(expectation: "a price, or a share such as 5%", example: "100000") { word throws(ValidationError) in
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
  static var alertCondition: Self { .required("CONDITION", .choice(), summary: "What the price has to do.") }
}

extension Argument where Value == AlertThreshold {
  static var threshold: Self {
    .required("LIMIT", AlertThreshold.rule, summary: "The price; for rises and falls, how many percent.")
  }
}

extension Argument where Value == Int {
  static var alertID: Self { .required("ID", .integer(in: 1...), summary: "The alert's number, as the list has it.") }
}

extension Option where Value == Bool {
  static var once: Self {
    .flag("once", summary: "The alert is over once it has fired.", isCommon: true, excludes: ["margin"])
  }
  static var untilAlert: Self {
    .flag("until-alert", summary: "Ends with exit code 0 once an alert has fired, for scripts.")
  }
}

extension Option where Value == AlertBaselineWord {
  static var baseline: Self {
    .value("since", .choice(), default: "day", summary: "What rises and falls are counted from.")
  }
}

extension Option where Value == Decimal? {
  static var margin: Self {
    .optional(
      "margin",
      .decimal(from: 0, to: 50),
      placeholder: "PERCENT",
      summary: "How far the price has to come back before it fires again.",
      defaultText: "1"
    )
  }
}
