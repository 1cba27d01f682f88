import Foundation

/// Times as RFC 3339 writes them (section 5.6), in UTC with whole seconds: `2026-01-31T12:00:00Z`.
///
/// Made with the C library's calendar: Foundation's ISO 8601 styles load ICU's on their first use, which alone takes a tenth of the time
/// of a program that only prints the count.
enum RFC3339 {
  /// Writes a time; fractions of a second are dropped.
  static func text(of date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return date.formatted(.iso8601) }
    func digits(_ value: Int32, _ count: Int = 2) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(parts.tm_year + 1_900, 4))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    return "\(day)T\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))Z"
  }

  /// Reads what ``text(of:)`` writes; `nil` for anything else, such as a day that is not in the calendar.
  static func date(of text: String) -> Date? {
    let fields = text.utf8.split(omittingEmptySubsequences: false) { !(0x30...0x39).contains($0) }
    guard fields.count == 7, fields[6].isEmpty else { return nil }
    let numbers = fields.prefix(6).compactMap { $0.count <= 4 ? Int32(Substring($0)) : nil }
    guard numbers.count == 6 else { return nil }
    var parts = tm()
    parts.tm_year = numbers[0] - 1_900
    parts.tm_mon = numbers[1] - 1
    parts.tm_mday = numbers[2]
    parts.tm_hour = numbers[3]
    parts.tm_min = numbers[4]
    parts.tm_sec = numbers[5]
    let date = Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
    // What the C library carried over, such as a 30th of February, and other spellings come out as another text.
    return Self.text(of: date) == text ? date : nil
  }
}
