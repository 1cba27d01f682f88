import Foundation

/// A date and time of day in UTC, by the Gregorian calendar.
struct CivilTime: Sendable, Hashable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// The names of the months in HTTP's dates.
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The moment; `nil` where there is no such day or time.
  ///
  /// A leap second is the second after it.
  var date: Date? {
    guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let seconds = ((daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    return Date(timeIntervalSince1970: TimeInterval(seconds))
  }

  /// The year of a day, counted from 1 January 1970.
  static func year(ofDay day: Int) -> Int {
    // Off by one year at most, which the comparison with the year's first day puts right.
    let guess = 1970 + Int((Double(day) / 365.2425).rounded(.down))
    func firstDay(_ year: Int) -> Int {
      CivilTime(year: year, month: 1, day: 1, hour: 0, minute: 0, second: 0).daysSince1970
    }
    if day < firstDay(guess) { return guess - 1 }
    return day >= firstDay(guess + 1) ? guess + 1 : guess
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private var daysSince1970: Int {
    func floorDivide(_ value: Int, _ divisor: Int) -> Int {
      value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }
    let before = year - 1
    let leapDays = floorDivide(before, 4) - floorDivide(before, 100) + floorDivide(before, 400)
    let monthDays = (1..<month).reduce(0) { $0 + Self.days(inMonth: $1, of: year) }
    // 719,162 days lie between 1 January of year 1 and 1 January 1970.
    return before * 365 + leapDays + monthDays + day - 1 - 719_162
  }
}
