package import Foundation

/// Dates in header fields (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// Reads a date in one of the three forms; `nil` for anything else.
  ///
  /// Case does not matter, and any zone but GMT is invalid, as RFC 9111, section 4.2 asks of caches. The name of the day is not
  /// compared with the date.
  ///
  /// - Parameters:
  ///   - text: The field's value.
  ///   - now: What a year of two digits is understood by: it is never more than 50 years ahead.
  /// - Returns: The date.
  static func parse(_ text: String, now: Date) -> Date? {
    var reader = HTTPDateReader(text)
    guard let seconds = reader.read(now: now) else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(seconds))
  }

  /// The preferred form of a date, cut to the second; years outside 0 to 9999 become the nearest that can be written.
  package static func text(of date: Date) -> String {
    let seconds = Int(min(max(date.timeIntervalSince1970.rounded(.down), -62_167_219_200), 253_402_300_799))
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let ofDay = seconds - days * 86_400
    let (year, month, day) = CivilDay.date(of: days)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let weekday = HTTPDateReader.weekdays[((days % 7) + 11) % 7].prefix(3)
    let time = "\(padded(ofDay / 3600, 2)):\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2))"
    let name = HTTPDateReader.months[month - 1]
    return "\(weekday.capitalized), \(padded(day, 2)) \(name.capitalized) \(padded(year, 4)) \(time) GMT"
  }
}
