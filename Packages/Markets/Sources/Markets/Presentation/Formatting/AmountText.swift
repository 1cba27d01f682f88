import Basics
public import Foundation
import Portfolio

enum MoneyText {
  /// An amount of coins, exactly: with separators where that shows all of it.
  static func amount(_ value: Decimal) -> String {
    value.rounded(toPlaces: 8, .plain) == value ? PriceFormatter(.usd).quantity(value) : value.description
  }

  static func money(_ value: Decimal, _ currency: String) -> String {
    guard let code = CurrencyCode(currency) else { return "\(value) \(currency.uppercased())" }
    return PriceFormatter(code).price(value)
  }

  /// A price that names its currency, such as `A$700.00`, or `$700.00 AUD` in a pipe.
  static func namedMoney(_ value: Decimal, _ currency: String) -> String {
    CurrencyCode(currency).map { PriceFormatter($0).namedPrice(value) } ?? money(value, currency)
  }

  static func gain(_ value: Decimal, _ currency: String) -> String {
    guard let code = CurrencyCode(currency) else {
      return "\(value > 0 ? "+" : "")\(value) \(currency.uppercased())"
    }
    return PriceFormatter(code).change(value)
  }

  /// A share as percent with one decimal: `33.3 %`.
  static func share(_ value: Decimal) -> String {
    PriceFormatter(.usd).quantity((value * 100).rounded(toPlaces: 1, .plain)) + "\u{A0}%"
  }
}

/// The decimal numbers that forms accept: digits, and optionally a point and more digits.
enum TypedDecimal {
  /// The number, exactly; `nil` for anything else, which Foundation would read up to what it does not understand.
  static func number(_ word: String) -> Decimal? {
    let parts = word.utf8.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    guard word.utf8.count <= 40, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else {
      return nil
    }
    return Decimal(string: word, locale: Locale(identifier: "en_US_POSIX"))
  }
}

/// Short texts for the distance between now and another time.
public enum RelativeAge {
  /// Returns the age of a time: `just now`, `5 min ago`, `3 h ago`, `2 days ago`; `just now` for times in the future.
  public static func text(of date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    guard seconds.isFinite, seconds >= 60 else { return "just now" }
    if seconds < 3_600 { return "\(Int(seconds / 60)) min ago" }
    if seconds < 86_400 { return "\(Int(seconds / 3_600)) h ago" }
    let days = Int(min(seconds / 86_400, 1e6))
    return days == 1 ? "1 day ago" : "\(days) days ago"
  }

  /// Returns the time that is left: `in 45 s`, `in 2 min`; `now` for times in the past.
  public static func text(until date: Date, now: Date) -> String {
    let seconds = date.timeIntervalSince(now)
    guard seconds.isFinite, seconds > 0 else { return "now" }
    if seconds < 120 { return "in \(Int(seconds.rounded(.up))) s" }
    return "in \(Int((min(seconds, 1e9) / 60).rounded(.up))) min"
  }
}

/// Dates of charts and lists in a time zone; Foundation's styles take a hundred times as long.
struct ChartDates: Sendable {
  private enum Style: Sendable {
    case day, minute, clock
  }

  private let style: Style
  private let calendar: Calendar
  private let pattern: DatePattern

  private init(_ style: Style, timeZone: TimeZone = .gmt, pattern: DatePattern = RegionalFormat.current.dates) {
    self.style = style
    self.pattern = pattern
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Whole dates in UTC, as services have them: `2026-01-31`.
  static var day: ChartDates { ChartDates(.day) }

  static func day(timeZone: TimeZone) -> ChartDates { ChartDates(.day, timeZone: timeZone) }

  /// The format of a moment, to the minute.
  static func moment(timeZone: TimeZone) -> ChartDates { ChartDates(.minute, timeZone: timeZone) }

  /// The format that forms accept: a moment in the pattern of ISO 8601.
  static func typed(timeZone: TimeZone) -> ChartDates { ChartDates(.minute, timeZone: timeZone, pattern: .iso) }

  /// The format of a time of day, such as `12:04`.
  static func clock(timeZone: TimeZone) -> ChartDates { ChartDates(.clock, timeZone: timeZone) }

  func string(of date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let day = pattern.text(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    return switch style {
    case .day: day
    case .minute: "\(day) \(Self.two(parts.hour)):\(Self.two(parts.minute))"
    case .clock: "\(Self.two(parts.hour)):\(Self.two(parts.minute))"
    }
  }

  static func two(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
}
