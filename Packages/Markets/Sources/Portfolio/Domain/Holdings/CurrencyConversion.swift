public import Foundation

/// Turns the money of all entries into one currency.
public struct CurrencyConversion: Sendable {
  /// The currency that everything is turned into, in lower case.
  public let currency: String
  let rate: @Sendable (_ currency: String, _ time: Date) -> Decimal?

  /// Creates a conversion.
  ///
  /// - Parameters:
  ///   - currency: The currency that everything is turned into.
  ///   - rate: Returns what one unit of a currency was worth in it at a time; `nil` when that is not known, and the
  ///     money of the entry then stays in its own currency.
  public init(to currency: String, rate: @escaping @Sendable (_ currency: String, _ time: Date) -> Decimal?) {
    self.currency = currency.lowercased()
    self.rate = rate
  }
}
