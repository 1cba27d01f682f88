import Foundation

/// What a figure counts.
public struct FigureUnit: Sendable {
  private let name: String

  /// Billionths of a second.
  public static let nanoseconds = FigureUnit(name: " ns")
  /// Millionths of a second.
  public static let microseconds = FigureUnit(name: " µs")
  /// Thousandths of a second.
  public static let milliseconds = FigureUnit(name: " ms")
  /// Bytes.
  public static let bytes = FigureUnit(name: " bytes")
  /// Millions of bytes.
  public static let megabytes = FigureUnit(name: " MB")
  /// 1,048,576 bytes each.
  public static let mebibytes = FigureUnit(name: " MiB")
  /// Millions of bytes in a second.
  public static let megabytesPerSecond = FigureUnit(name: " MB/s")
  /// How many in a second.
  public static let perSecond = FigureUnit(name: "/s")
  /// How many times as much as something else.
  public static let times = FigureUnit(name: " ×")
  /// How many.
  public static let number = FigureUnit(name: "")

  /// A figure for people: with three digits that count, or all before the point.
  public func text(_ value: Double) -> String {
    let style = FloatingPointFormatStyle<Double>.number.grouping(.never).locale(Locale(identifier: "en_US_POSIX"))
    let digits =
      abs(value) >= 100 ? style.precision(.fractionLength(0)) : style.precision(.significantDigits(1...3))
    return value.formatted(digits) + name
  }
}
