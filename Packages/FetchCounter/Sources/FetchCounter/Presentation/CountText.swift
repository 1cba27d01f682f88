import Basics
import Components
import Foundation

enum CountText {
  /// Returns a count with commas between groups of three digits.
  static func grouped(_ count: Int) -> String {
    let digits = Array(String(count.magnitude))
    var text = count < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Returns a time today as `12:00:00`, or a time on another day in the locale's pattern, such as `2026-01-31 12:00`.
  static func time(_ date: Date, now: Date, _ calendar: Calendar) -> String {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = calendar.timeZone
    let parts = gregorian.dateComponents([.hour, .minute, .second], from: date)
    func digits(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
    let minute = "\(digits(parts.hour)):\(digits(parts.minute))"
    let day = CalendarDate(date, in: calendar.timeZone)
    if day == CalendarDate(now, in: calendar.timeZone) { return "\(minute):\(digits(parts.second))" }
    let dates = RegionalFormat.current.dates
    return "\(dates.text(year: day.year, month: day.month, day: day.day)) \(minute)"
  }

  /// Returns a day such as `Jan 31`.
  static func day(_ day: CalendarDate) -> String {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return "\(months[day.month - 1]) \(day.day)"
  }

  /// Returns a duration for use in columns: `12.3 ms`, or `1.50 s` for one second or more.
  static func exact(_ duration: Duration) -> String {
    duration < .seconds(1)
      ? Decimals.text(duration / .milliseconds(1), decimals: 1) + " ms"
      : Decimals.text(duration / .seconds(1), decimals: 2) + " s"
  }

  /// Returns a duration with about two significant digits: `0.8 ms`, `12 ms` or `1.5 s`.
  static func rounded(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    guard milliseconds < 999.5 else { return Decimals.text(duration / .seconds(1), decimals: 1) + " s" }
    return Decimals.text(milliseconds, decimals: milliseconds < 9.95 ? 1 : 0) + " ms"
  }

  /// Returns an axis label with at most three significant digits, which a round number doesn't exceed: `12.5 ms`.
  static func mark(milliseconds: Double) -> String {
    let isLong = milliseconds >= 999.5
    let value = isLong ? milliseconds / 1_000 : milliseconds
    var decimals = 2
    var limit = 9.995
    while value >= limit, decimals > 0 { (decimals, limit) = (decimals - 1, limit * 10) }
    limit = 1
    while value > 0, value < limit, decimals < 9 { (decimals, limit) = (decimals + 1, limit / 10) }
    var text = Decimals.text(value, decimals: decimals)
    while text.contains("."), let last = text.last, last == "0" || last == "." { text.removeLast() }
    return text + (isLong ? " s" : " ms")
  }
}

extension StyledText {
  /// Places strings side by side on as many lines as the width requires.
  static func lines(
    of texts: [StyledText],
    distance: Int,
    width: Int,
    _ environment: RenderEnvironment
  ) -> [StyledText] {
    var lines: [StyledText] = []
    for text in texts {
      if let last = lines.last, environment.width(of: last) + distance + environment.width(of: text) <= width {
        lines[lines.count - 1] = last + StyledText(String(repeating: " ", count: distance)) + text
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}
