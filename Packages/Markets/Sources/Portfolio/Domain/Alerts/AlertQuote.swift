public import Foundation

/// What a service says of a coin, as far as alerts need it.
public struct AlertQuote: Sendable, Hashable {
  /// The price of one coin, by currency in lower case.
  public let prices: [String: Decimal]
  /// The change over 24 hours in per cent, by currency in lower case.
  public let dayChanges: [String: Decimal]

  /// Creates a quote.
  ///
  /// - Parameters:
  ///   - prices: The price of one coin, by currency in lower case.
  ///   - dayChanges: The change over 24 hours in per cent, by currency in lower case.
  public init(prices: [String: Decimal], dayChanges: [String: Decimal] = [:]) {
    self.prices = prices
    self.dayChanges = dayChanges
  }
}
