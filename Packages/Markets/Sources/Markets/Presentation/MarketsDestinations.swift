public import Navigation

/// The place of the list of coins: `markets`.
public struct CoinListDestination: Destination {
  /// The id of the destination.
  public static let id: DestinationID = "markets.list"

  /// Creates the destination.
  public init() {}
}

/// The place of a coin: `markets/bitcoin?days=30`, or `markets/bitcoin?compare=ethereum` with another coin in its chart.
struct CoinDestination: Destination {
  static let id: DestinationID = "markets.coin"

  let coin: String
  /// The range of the chart; seven days by default.
  let days: ChartDays?
  /// The coin to compare with; `nil` for none.
  let compare: String?

  init(coin: String, days: ChartDays? = nil, compare: String? = nil) {
    self.coin = coin
    self.days = days
    self.compare = compare
  }

  /// Whether both are the same coin, whatever the charts show.
  func isSamePlace(as other: CoinDestination) -> Bool { coin == other.coin }
}

/// The place of the portfolio: `markets/portfolio`, or `markets/portfolio?days=30` with the chart of its value.
struct PortfolioDestination: Destination {
  static let id: DestinationID = "markets.portfolio"

  /// The range of the chart; `nil` without a chart.
  let days: ChartDays?

  init(days: ChartDays? = nil) { self.days = days }

  func isSamePlace(as other: PortfolioDestination) -> Bool { true }
}

/// The place of the realized gains: `markets/portfolio/gains`.
struct RealizedGainsDestination: Destination {
  static let id: DestinationID = "markets.gains"
}

/// The place of the alerts: `markets/alerts`, or `markets/alerts?coin=bitcoin` to set one.
struct AlertsDestination: Destination {
  static let id: DestinationID = "markets.alerts"

  /// The id of the coin to set an alert for; `nil` for none.
  let coin: String?

  init(coin: String? = nil) { self.coin = coin }
}

/// The length of a chart in a link, in whole days.
struct ChartDays: Hashable, Sendable, Codable {
  /// A value that isn't a length of a chart.
  struct Invalid: Error, CustomStringConvertible {
    let description = "“days” must be a whole number from 1 to \(ChartDays.longest)."
  }

  /// A hundred years, more than any source has.
  static let longest = 36_500

  let range: PriceRange

  init?(_ count: Int) {
    guard (1...Self.longest).contains(count) else { return nil }
    range = PriceRange(days: count)
  }

  init(from decoder: any Decoder) throws {
    // The decoder's own errors don't name the limits.
    guard let count = try? decoder.singleValueContainer().decode(Int.self), let days = ChartDays(count) else {
      throw Invalid()
    }
    self = days
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(range.dayCount ?? Self.longest)
  }
}
