/// How a chart shows prices.
public enum ChartStyle: String, Sendable, CaseIterable {
  /// A line.
  case line
  /// Columns from the bottom.
  case bars
  /// Candles: first, highest, lowest and last price of each stretch.
  case candles

  /// The one after it, and the first after the last.
  public var next: ChartStyle {
    switch self {
    case .line: .bars
    case .bars: .candles
    case .candles: .line
    }
  }
}
