import Foundation

/// A day of the Gregorian calendar.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year.
  public let year: Int
  /// The month, from 1.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a day; that it exists is the caller's duty, as with any literal.
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - month: The month, from 1 to 12.
  ///   - day: The day of the month, from 1 to 31.
  public init(_ year: Int, _ month: Int, _ day: Int) {
    precondition((1...12).contains(month) && (1...31).contains(day), "\(year)-\(month)-\(day) is no day.")
    self.year = year
    self.month = month
    self.day = day
  }

  /// The current day in Greenwich, so that a flag expires everywhere at the same time.
  public static var today: CalendarDay {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: Date())
    return CalendarDay(parts.year ?? 1, parts.month ?? 1, parts.day ?? 1)
  }

  /// Tells whether a day comes before another.
  ///
  /// - Parameters:
  ///   - first: A day.
  ///   - second: Another day.
  /// - Returns: Whether the first is the earlier one.
  public static func < (first: CalendarDay, second: CalendarDay) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }

  /// The day as in ISO 8601, such as `2026-01-31`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }.joined(separator: "-")
  }
}
