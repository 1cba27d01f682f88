import Foundation
import Markets

/// `fetch-counter markets …`: the command line, and which command stands behind which words.
@MainActor
enum MarketsCommands {
  nonisolated static let specification = CommandDeclaration(
    name: "markets",
    summary: "Shows prices of coins, their changes and their past.",
    discussion: """
      Figures are taken from the cache for a day; --refresh asks the service. Without a network the last ones are shown, with their \
      age.
      """,
    examples: [
      .init("fetch-counter markets list", "Lists the five coins of the highest value."),
      .init("fetch-counter markets show bitcoin --currency eur", "Shows all that is known of a coin."),
      .init("fetch-counter markets chart btc --range 1y --style candles", "Draws what it cost."),
    ],
    subcommands: [list, show, chart, watch, PortfolioCommands.specification, AlertCommands.specification]
  )

  private nonisolated static let list = CommandDeclaration(
    name: "list",
    summary: "Lists coins with their prices.",
    discussion: """
      Searching, filtering and sorting look at the \(MarketsCommandContext.largestPage) coins of the highest market value. In a pipe a line \
      has rank, id, sign, name, price, change in percent, market value, volume, price in euro and tags.
      """,
    examples: [
      .init("fetch-counter markets list --top 10 --currency usd", "Lists ten, in US dollars."),
      .init("fetch-counter markets list --sort change --top 3", "Lists those that rose most."),
      .init("fetch-counter markets list --tag deposit --json", "Lists those that can be deposited, as JSON."),
    ],
    options: [
      Option.top,
      Settings.currency.option,
      Option.coinSearch,
      Option.tag,
      Option.coinOrder,
      Option.reverse,
    ]
  )

  private nonisolated static let show = CommandDeclaration(
    name: "show",
    summary: "Shows prices and figures of a coin.",
    examples: [.init("fetch-counter markets show bitcoin", "Shows them in Australian dollars.")],
    arguments: [Argument.coin],
    options: [Settings.currency.option]
  )

  private nonisolated static let chart = CommandDeclaration(
    name: "chart",
    summary: "Draws what a coin cost; in a pipe, one time and price a line.",
    examples: [
      .init("fetch-counter markets chart bitcoin --range 1y", "Draws a year."),
      .init("fetch-counter markets chart bitcoin --days 90 --style bars", "Draws ninety days as columns."),
    ],
    arguments: [Argument.coin],
    options: [
      Option.days,
      Option.range,
      Option.chartStyle,
      Settings.currency.option,
    ]
  )

  private nonisolated static let watch = CommandDeclaration(
    name: "watch",
    summary: "Prints changes of prices, one line each, until interrupted.",
    discussion: """
      Looks as often as the source's limits allow, unless told otherwise; a pause that the service asks for is kept. Alerts are checked at \
      every look, also those of coins that are not printed; one that fires is one line. With --until-alert the program then ends.
      """,
    examples: [
      .init("fetch-counter markets watch --every 1m", "Looks every minute."),
      .init("fetch-counter markets watch --quiet --until-alert", "Waits until an alert fires."),
    ],
    options: [
      Option.every,
      Option.top,
      Option.untilAlert,
      Settings.currency.option,
    ],
    printsAsItGoes: true
  )

  /// The command behind the words after `markets`.
  static func command(_ invocation: Invocation, _ context: MarketsCommandContext) -> any WaitingCommand {
    switch invocation.commandPath.last {
    case "show": return MarketsShowCommand(context: context, coin: invocation[argument: .coin])
    case "chart":
      return MarketsChartCommand(
        context: context,
        coin: invocation[argument: .coin],
        range: invocation[.days].map { PriceRange(days: $0) } ?? invocation[.range].range,
        style: invocation[.chartStyle]
      )
    case "watch":
      return MarketsWatchCommand(
        context: context,
        top: invocation[.top],
        interval: invocation[.every],
        endsWithAlert: invocation[.untilAlert]
      )
    default:
      let column = invocation[.coinOrder].column
      let isReversed = invocation[.reverse]
      return MarketsListCommand(
        context: context,
        top: invocation[.top],
        filter: CoinFilter(text: invocation[.coinSearch] ?? "", tags: Set(invocation[.tag].map(CoinTag.init))),
        sort: CoinSort(column, isReversed: isReversed)
      )
    }
  }
}

/// What `--sort` takes.
enum CoinOrderName: String, CaseIterable, Sendable {
  case rank, name, price, eur, change, cap, volume

  var column: CoinColumn {
    switch self {
    case .rank: .rank
    case .name: .name
    case .price: .price
    case .eur: .eur
    case .change: .change
    case .cap: .cap
    case .volume: .volume
    }
  }
}

extension Argument where Value == String {
  static var coin: Self { .required("COIN", .text, summary: "The coin's id, sign or name.") }
}

extension Option where Value == Int {
  static var top: Self {
    .value(
      "top",
      .integer(in: 1...5_000),
      placeholder: "N",
      default: "5",
      summary: "How many coins.",
      isCommon: true
    )
  }
}

extension Option where Value == Int? {
  static var days: Self {
    .optional(
      "days",
      .integer(in: 1...36_500),
      placeholder: "N",
      summary: "How many days back.",
      isCommon: true,
      excludes: ["range"]
    )
  }
}

extension Option where Value == String? {
  static var coinSearch: Self {
    .optional(
      "search",
      .text,
      placeholder: "TEXT",
      summary: "Only coins with this in their name, sign or id.",
      isCommon: true
    )
  }
}

extension Option where Value == [String] {
  static var tag: Self {
    .repeated(
      "tag",
      .text.suggesting(["deposit", "withdrawal"]),
      placeholder: "TAG",
      summary: "Only coins with this tag, as deposit or withdrawal."
    )
  }
}

extension Option where Value == CoinOrderName {
  static var coinOrder: Self { .value("sort", .choice(), default: "rank", summary: "What to sort by.") }
}

extension Option where Value == RangeName {
  static var range: Self {
    .value("range", .choice(), default: "1w", summary: "How far back.", isCommon: true)
  }
}

extension Option where Value == ChartStyle {
  static var chartStyle: Self { .value("style", .choice(), default: "line", summary: "How to draw it.") }
}

extension Option where Value == Duration? {
  static var every: Self {
    .optional(
      "every",
      .duration(in: .seconds(1) ... .seconds(86_400)),
      placeholder: "DURATION",
      summary: "How often to look.",
      isCommon: true,
      defaultText: "as often as the source allows"
    )
  }
}

extension Option where Value == Bool {
  static var reverse: Self { .flag("reverse", summary: "Sorts the other way round.") }
}
