import Basics
import Foundation

/// Statistics about the stored fetch count at a given time.
public struct FetchStatistics: Sendable, Equatable {
  /// The number of days in ``fetchesByDay``.
  public static let dayCount = 20

  /// The number of successful fetches.
  public let count: Int
  /// The number of fetches since midnight.
  public let today: Int
  /// The number of fetches in the current week; the calendar determines the first day.
  public let thisWeek: Int
  /// The fetches on each of the last ``dayCount`` days, ending with today.
  public let fetchesByDay: [Int]
  /// The median duration of the most recent fetches; `nil` if there are no fetches.
  public let medianDuration: Duration?
  /// The 95th percentile of the most recent fetches' durations; `nil` if there are no fetches.
  public let p95Duration: Duration?

  /// Creates statistics; the calendar determines when days and weeks begin.
  init(_ fetchCount: FetchCount, now: Date, calendar: Calendar) {
    let (today, week) = Self.days(now, calendar)
    var fetches: [Int: Int] = [:]
    for day in fetchCount.totals(in: calendar.timeZone) { fetches[day.day.daysSince1970] = day.fetches }
    count = fetchCount.count
    self.today = fetches[today] ?? 0
    thisWeek = (week...today).reduce(0) { $0 + (fetches[$1] ?? 0) }
    fetchesByDay = (0..<Self.dayCount).map { fetches[today - Self.dayCount + 1 + $0] ?? 0 }
    let percentiles = fetchCount.durations.percentiles([0.5, 0.95])
    medianDuration = percentiles?[0]
    p95Duration = percentiles?[1]
  }

  /// Returns today and the first day of the week, as days since 1970-01-01.
  private static func days(_ now: Date, _ calendar: Calendar) -> (today: Int, week: Int) {
    let today = CalendarDate(now, in: calendar.timeZone).daysSince1970
    // 1970-01-01 was a Thursday, the fifth day of a week that begins on Sunday.
    let weekday = ((today + 4) % 7 + 7) % 7 + 1
    return (today, today - (weekday - calendar.firstWeekday + 7) % 7)
  }
}
