/// What a list of coins can be sorted by.
public enum CoinColumn: String, Sendable, CaseIterable {
  /// The place by market value.
  case rank
  /// The name.
  case name
  /// The price in the list's currency.
  case price
  /// The price in euro.
  case eur
  /// The change within 24 hours.
  case change
  /// The market value.
  case cap
  /// What was traded within 24 hours.
  case volume

  /// Whether small values come first unless said otherwise: one looks for the first rank and the first letter, but for the highest price.
  public var isAscendingFirst: Bool { self == .rank || self == .name }
}

/// By what a list of coins is sorted, and which way.
public struct CoinSort: Hashable, Sendable {
  /// By what.
  public var column: CoinColumn
  /// Whether small values come first.
  public var isAscending: Bool

  /// Makes an order; the column's usual way unless said otherwise.
  public init(_ column: CoinColumn, isAscending: Bool? = nil) {
    self.column = column
    self.isAscending = isAscending ?? column.isAscendingFirst
  }
}
