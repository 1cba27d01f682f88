public import Foundation

extension HistoricalPrice {
  /// Returns a sentence with the price, its source, and its time in the user's time zone.
  public func text(of symbol: String, in currency: CurrencyCode, source: String, timeZone: TimeZone) -> String {
    let amount = "\(PriceFormatter(currency).price(price)) \(currency)"
    return "The price of \(symbol) is \(amount), from \(origin(source, timeZone: timeZone))."
  }

  /// Returns the source of the price, such as `CoinGecko's chart (2026-01-31 12:00)`.
  func origin(_ source: String, timeZone: TimeZone) -> String {
    "\(source)'s chart (\(ChartDates.moment(timeZone: timeZone).string(of: time)))"
  }
}
