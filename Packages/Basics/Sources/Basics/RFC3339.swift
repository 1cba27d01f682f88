public import Foundation

/// Conversion between UTC times and RFC 3339 text (section 5.6), such as `2026-01-31T12:00:00Z`.
///
/// Foundation's ISO 8601 styles load ICU data on first use, which takes a tenth of a short command's run time. They
/// are also a hundred times slower at parsing.
public enum RFC3339 {
  /// The range from 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z, in milliseconds since 1970.
  private static let writable: ClosedRange<Double> = -62_167_219_200_000...253_402_300_799_999

  /// Returns a date as text, clamped to the years 0 to 9999.
  ///
  /// Without milliseconds, fractions of a second are dropped.
  public static func text(of date: Date, withMilliseconds: Bool = false) -> String {
    let exact = date.timeIntervalSince1970 * 1_000
    let clamped = min(max(exact.isNaN ? 0 : exact, writable.lowerBound), writable.upperBound)
    let milliseconds = Int(withMilliseconds ? clamped.rounded() : (clamped / 1_000).rounded(.down) * 1_000)
    return text(milliseconds: min(milliseconds, Int(writable.upperBound)), withMilliseconds: withMilliseconds)
  }

  /// Returns a time in milliseconds since 1970 as text; the year must be between 0 and 9999.
  public static func text(milliseconds: Int, withMilliseconds: Bool = true) -> String {
    let days = Int((Double(milliseconds) / 86_400_000).rounded(.down))
    let rest = milliseconds - days * 86_400_000
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { zeroPadded($0, 2) }.joined(
      separator: ":"
    )
    let fraction = withMilliseconds ? "." + zeroPadded(rest % 1_000, 3) : ""
    return "\(CalendarDate(daysSince1970: days))T\(clock)\(fraction)Z"
  }

  /// Parses a UTC time, or returns `nil` for other formats, other time zones, and nonexistent days.
  ///
  /// The fraction is optional and has at most 15 digits. A leap second counts as the first second of the next minute.
  public static func date(from text: String) -> Date? {
    var text = text
    return text.withUTF8 { date(from: $0) }
  }

  /// Parses a time from UTF-8 text, with the same rules as ``date(from:)-(String)``.
  public static func date(from bytes: UnsafeBufferPointer<UInt8>) -> Date? {
    guard let (seconds, digits, places) = parse(bytes) else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(seconds) + Double(digits) / Double(powerOfTen(places)))
  }

  /// Parses a time from UTF-8 text as milliseconds since 1970, dropping finer digits.
  public static func milliseconds(from bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let (seconds, digits, places) = parse(bytes) else { return nil }
    let fraction = places < 3 ? digits * powerOfTen(3 - places) : digits / powerOfTen(places - 3)
    return seconds * 1_000 + fraction
  }

  private static func powerOfTen(_ exponent: Int) -> Int {
    var power = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Parses a time as whole seconds since 1970, with its fractional digits and their count.
  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> (seconds: Int, digits: Int, places: Int)? {
    guard bytes.count >= 20, bytes.count <= 36, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74,
      bytes[13] == 0x3A, bytes[16] == 0x3A, bytes[bytes.count - 1] | 0x20 == 0x7A,
      let year = number(bytes, 0..<4), let month = number(bytes, 5..<7), let day = number(bytes, 8..<10),
      let hour = number(bytes, 11..<13), let minute = number(bytes, 14..<16), let second = number(bytes, 17..<19),
      let date = CalendarDate(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    guard bytes.count > 20 else { return (seconds, 0, 0) }
    let places = bytes.count - 21
    guard bytes[19] == 0x2E, places > 0, let digits = number(bytes, 20..<(bytes.count - 1)) else { return nil }
    return (seconds, digits, places)
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      let digit = Int(bytes[index]) - 0x30
      guard (0...9).contains(digit) else { return nil }
      number = number * 10 + digit
    }
    return number
  }
}
