public import Navigation

/// The place of the list of coins: `markets`.
public struct CoinListDestination: Destination {
  /// The name of the place.
  public static let id: DestinationID = "markets.list"

  /// Makes the place.
  public init() {}
}

/// The place of a coin: `markets/bitcoin?days=30`.
public struct CoinDestination: Destination {
  /// The name of the place.
  public static let id: DestinationID = "markets.coin"

  /// The coin's id, sign or name.
  public let coin: String
  /// How many days the chart goes back; seven unless said otherwise.
  public let days: Int?

  /// Makes the place.
  public init(coin: String, days: Int? = nil) {
    self.coin = coin
    self.days = days
  }

  /// Each coin has a place of its own, whatever its chart shows.
  public func isSamePlace(as other: CoinDestination) -> Bool { coin == other.coin }
}

/// The place of the portfolio: `markets/portfolio`, or `markets/portfolio?days=30` with the chart of its value.
public struct PortfolioDestination: Destination {
  /// The name of the place.
  public static let id: DestinationID = "markets.portfolio"

  /// How many days the chart goes back; `nil` for no chart.
  public let days: Int?

  /// Makes the place.
  public init(days: Int? = nil) { self.days = days }

  /// There is one portfolio, whatever its chart shows.
  public func isSamePlace(as other: PortfolioDestination) -> Bool { true }
}

/// The place of the alerts: `markets/alerts`, or `markets/alerts?coin=bitcoin` to set one.
public struct AlertsDestination: Destination {
  /// The name of the place.
  public static let id: DestinationID = "markets.alerts"

  /// The id of the coin to set an alert for; `nil` for none.
  public let coin: String?

  /// Makes the place.
  public init(coin: String? = nil) { self.coin = coin }
}
