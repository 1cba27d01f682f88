import Foundation
import Testing

@testable import Portfolio

@Suite("Local days")
struct LocalDaysTests {
  /// The number of days from 1970-01-01 to 2026-03-29, when clocks in Berlin went forward at 01:00 UTC.
  private static let change = 20_541

  @Test(
    "converts times to days in the user's time zone, on days with and without a clock change",
    arguments: [
      ("GMT", 0, 0.0, 0), ("GMT", 0, 23.999, 0), ("GMT", 1, 0, 1), ("America/New_York", 0, 0, -1),
      ("America/New_York", 0, 4.999, -1), ("America/New_York", 0, 5, 0), ("Australia/Sydney", 20_484, 12.999, 20_484),
      ("Australia/Sydney", 20_484, 13, 20_485), ("Asia/Kolkata", 20_484, 18.499, 20_484),
      ("Asia/Kolkata", 20_484, 18.5, 20_485), ("Europe/Berlin", change - 1, 22.999, change - 1),
      ("Europe/Berlin", change - 1, 23, change), ("Europe/Berlin", change, 0.999, change),
      ("Europe/Berlin", change, 21.999, change), ("Europe/Berlin", change, 22, change + 1),
      ("Europe/Berlin", change + 1, 21.999, change + 1), ("Europe/Berlin", change + 1, 22, change + 2),
    ]
  )
  func days(zone: String, utcDay: Int, hour: Double, day: Int) throws {
    var days = LocalDays(try #require(TimeZone(identifier: zone)))
    let time = Timestamp(milliseconds: Int64((Double(utcDay * 24) + hour) * 3_600_000))
    #expect(days.day(of: time) == day)
    // The second conversion uses the cached offset.
    #expect(days.day(of: time) == day)
  }

  @Test(
    "returns the calendar year of a day",
    arguments: [(-1, 1969), (0, 1970), (364, 1970), (365, 1971), (20_453, 2025), (20_454, 2026)]
  )
  func years(day: Int, year: Int) {
    #expect(LocalDays(.gmt).year(ofDay: day) == year)
  }
}
