/// How a price moved in a stretch of time.
public struct Candle: Hashable, Sendable {
  /// When the stretch started.
  public var x: Double
  /// The first price.
  public var open: Double
  /// The highest price.
  public var high: Double
  /// The lowest price.
  public var low: Double
  /// The last price.
  public var close: Double

  /// Creates a candle.
  public init(x: Double, open: Double, high: Double, low: Double, close: Double) {
    self.x = x
    self.open = open
    self.high = high
    self.low = low
    self.close = close
  }

  /// Whether all is a number.
  var isFinite: Bool { x.isFinite && open.isFinite && high.isFinite && low.isFinite && close.isFinite }

  /// Whether the price did not fall.
  var isRising: Bool { close >= open }

  /// This stretch and one that follows it, as one.
  func joined(with next: Candle) -> Candle {
    Candle(x: x, open: open, high: max(high, next.high), low: min(low, next.low), close: next.close)
  }
}
