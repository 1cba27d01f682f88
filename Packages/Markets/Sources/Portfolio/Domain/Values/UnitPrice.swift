public import Foundation

/// What one coin costs in a currency.
public struct UnitPrice: Sendable, Hashable {
  /// The price of one coin; zero or more, with at most 18 decimal places.
  public let value: Decimal
  /// The currency's code in lower case (`aud`).
  public let currency: String

  /// Creates a price.
  ///
  /// - Parameters:
  ///   - value: The price of one coin.
  ///   - currency: The currency's code; it is kept in lower case.
  public init(_ value: Decimal, _ currency: String) {
    self.value = value
    self.currency = currency.lowercased()
  }
}
