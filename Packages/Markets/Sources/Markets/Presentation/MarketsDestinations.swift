public import Navigation

/// The destination for the coin list: `markets`.
public struct CoinListDestination: Destination {
  /// The destination's ID.
  public static let id: DestinationID = "markets.list"

  /// Creates the destination.
  public init() {}
}

/// The destination for a coin page: `markets/bitcoin?days=30`, or `markets/bitcoin?compare=ethereum` for a comparison.
struct CoinDestination: Destination {
  static let id: DestinationID = "markets.coin"

  let coin: String
  /// The chart's range; `nil` for seven days.
  let days: ChartDays?
  let compare: String?
  /// Whether the page opens with the purchase form; links and restored sessions never open the form.
  private(set) var opensPurchase = false

  init(coin: String, days: ChartDays? = nil, compare: String? = nil, opensPurchase: Bool = false) {
    self.coin = coin
    self.days = days
    self.compare = compare
    self.opensPurchase = opensPurchase
  }

  private enum CodingKeys: CodingKey { case coin, days, compare }

  /// Returns whether both destinations show the same coin, regardless of their charts.
  func isSamePlace(as other: CoinDestination) -> Bool { coin == other.coin }
}

/// The destination for the portfolio: `markets/portfolio`, or `markets/portfolio?days=30` with its value chart.
struct PortfolioDestination: Destination {
  static let id: DestinationID = "markets.portfolio"

  /// The value chart's range; `nil` if the chart is closed.
  let days: ChartDays?

  init(days: ChartDays? = nil) { self.days = days }

  func isSamePlace(as other: PortfolioDestination) -> Bool { true }
}

/// The destination for the realized gains: `markets/portfolio/gains`.
struct RealizedGainsDestination: Destination {
  static let id: DestinationID = "markets.gains"
}

/// The destination for the alerts: `markets/alerts`, or `markets/alerts?coin=bitcoin` to set an alert.
struct AlertsDestination: Destination {
  static let id: DestinationID = "markets.alerts"

  let coin: String?

  init(coin: String? = nil) { self.coin = coin }

  private enum CodingKeys: CodingKey { case coin }

  /// Omits the coin, so that a restored session shows the alerts instead of an empty form.
  func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
}

/// A chart's range in a link, in whole days.
struct ChartDays: Hashable, Sendable, Codable {
  struct Invalid: Error, CustomStringConvertible {
    let description = "“days” must be a whole number from 1 to \(ChartDays.longest)."
  }

  /// The maximum range: a hundred years, longer than any source's histories.
  static let longest = 36_500

  let range: PriceRange

  init?(_ count: Int) {
    guard (1...Self.longest).contains(count) else { return nil }
    range = PriceRange(days: count)
  }

  init(from decoder: any Decoder) throws {
    // The decoder's own errors don't mention the limits.
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
