import Foundation

/// Dates as charts write them, in one time zone; a style of Foundation takes a hundred times as long for each.
struct ChartDates: Sendable {
  private enum Style: Sendable {
    case time, dayAndMonth, day, minute
  }

  private let style: Style
  private let calendar: Calendar

  private init(_ style: Style, timeZone: TimeZone = .gmt) {
    self.style = style
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Whole dates: `2026-01-31`.
  static let day = ChartDates(.day)

  /// What fits on an axis of a length: times for two days, days for months, whole dates for years.
  static func axis(seconds: TimeInterval, timeZone: TimeZone) -> ChartDates {
    switch seconds / 86_400 {
    case ...2.1: ChartDates(.time, timeZone: timeZone)
    case ...93: ChartDates(.dayAndMonth, timeZone: timeZone)
    default: ChartDates(.day, timeZone: timeZone)
    }
  }

  /// A moment to the minute, for what the cursor is at.
  static func moment(timeZone: TimeZone) -> ChartDates { ChartDates(.minute, timeZone: timeZone) }

  func string(of date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
    let day = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    let time = "\(two(parts.hour)):\(two(parts.minute))"
    return switch style {
    case .time: time
    case .dayAndMonth: "\(two(parts.day)) \(Self.months[max(min((parts.month ?? 1) - 1, 11), 0)])"
    case .day: day
    case .minute: "\(day) \(time)"
    }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
