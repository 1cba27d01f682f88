import Foundation

/// Dates as charts and lists write them, in one time zone; a style of Foundation takes a hundred times as long for each.
struct ChartDates: Sendable {
  private enum Style: Sendable {
    case day, minute
  }

  private let style: Style
  private let calendar: Calendar

  private init(_ style: Style, timeZone: TimeZone = .gmt) {
    self.style = style
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Whole dates in UTC, as services have them: `2026-01-31`.
  static let day = ChartDates(.day)

  /// Whole dates of what a person did.
  static func day(timeZone: TimeZone) -> ChartDates { ChartDates(.day, timeZone: timeZone) }

  /// A moment to the minute, for what the cursor is at.
  static func moment(timeZone: TimeZone) -> ChartDates { ChartDates(.minute, timeZone: timeZone) }

  func string(of date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let day = "\(parts.year ?? 0)-\(Self.two(parts.month))-\(Self.two(parts.day))"
    return switch style {
    case .day: day
    case .minute: "\(day) \(Self.two(parts.hour)):\(Self.two(parts.minute))"
    }
  }

  /// A number with two digits.
  static func two(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
}
