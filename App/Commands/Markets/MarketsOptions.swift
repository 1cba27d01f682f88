import CommandLine
import Markets

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
  static var coin: Self { .required("COIN", .text.suggesting(of: .coins), summary: "ID, symbol or name of the coin.") }
}

extension Option where Value == Int {
  static var top: Self {
    .value(
      "top",
      .integer(in: 1...1_000_000),
      placeholder: "N",
      default: "5",
      summary: "Number of coins.",
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
      summary: "Number of days.",
      isCommon: true,
      excludes: ["range"]
    )
  }
}

extension Option where Value == String? {
  static var comparedCoin: Self {
    .optional(
      "compare",
      .text.suggesting(of: .coins),
      placeholder: "COIN",
      summary: "Compare percentage changes with another coin.",
      isCommon: true,
      excludes: ["style"]
    )
  }

  static var coinSearch: Self {
    .optional(
      "search",
      .text,
      placeholder: "TEXT",
      summary: "Search the names, symbols and IDs of all coins.",
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
      summary: "Only coins with this tag, such as deposit or withdrawal."
    )
  }
}

extension Option where Value == CoinOrderName {
  static var coinOrder: Self { .value("sort", .choice(), default: "rank", summary: "Sort order.") }
}

extension Option where Value == RangeName {
  static var range: Self {
    .value("range", .choice(), default: "1w", summary: "Time range.", isCommon: true)
  }
}

extension Option where Value == ChartStyle {
  static var chartStyle: Self { .value("style", .choice(), default: "line", summary: "Chart style.") }
}

extension Option where Value == Duration? {
  static var maxAge: Self {
    .optional(
      "max-age",
      .duration(in: .zero ... .seconds(7 * 86_400)),
      placeholder: "DURATION",
      summary: "Request new prices if the stored prices are older than this.",
      defaultText: "the markets_freshness setting"
    )
  }

  static var every: Self {
    .optional(
      "every",
      .duration(in: .seconds(1) ... .seconds(86_400)),
      placeholder: "DURATION",
      summary: "Interval between requests.",
      isCommon: true,
      defaultText: "the time that the source's prices stay fresh"
    )
  }
}

extension Option where Value == Bool {
  static var reverse: Self { .flag("reverse", summary: "Reverse the order.") }
}

enum RangeName: String, CaseIterable, Sendable {
  case day = "1d"
  case week = "1w"
  case month = "1m"
  case threeMonths = "3m"
  case sixMonths = "6m"
  case year = "1y"
  case fiveYears = "5y"
  case all

  var range: PriceRange {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    case .threeMonths: .threeMonths
    case .sixMonths: .sixMonths
    case .year: .year
    case .fiveYears: .fiveYears
    case .all: .all
    }
  }
}

extension CommandContext {
  var priceRange: PriceRange { self[.days].map { PriceRange(days: $0) } ?? self[.range].range }
}
