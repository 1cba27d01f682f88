import Foundation

/// Reads the dates of HTTP in their three forms (RFC 9110, section 5.6.7).
///
/// ```
/// Sun, 06 Nov 1994 08:49:37 GMT    IMF-fixdate, the only one to be sent
/// Sunday, 06-Nov-94 08:49:37 GMT   RFC 850
/// Sun Nov  6 08:49:37 1994         asctime
/// ```
enum HTTPTimestamp {
  /// Reads a date.
  ///
  /// - Parameters:
  ///   - text: The field's value.
  ///   - now: What two-digit years are understood from: one that seems more than 50 years ahead is of the past century.
  /// - Returns: The date, or `nil` where the text is none of the three forms or names a day or time that does not exist.
  static func date(from text: String, now: Date) -> Date? {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    switch words.count {
    case 6: return fixdate(words, text)
    case 4: return rfc850(words, text, now: now)
    case 5: return asctime(words, text)
    default: return nil
    }
  }

  private static func fixdate(_ words: [Substring], _ text: String) -> Date? {
    guard text.utf8.count == 29, words[0].last == ",", isDay(words[0].dropLast(), in: shortDays), words[5] == "GMT",
      let day = number(words[1], digits: 2), let month = month(words[2]), let year = number(words[3], digits: 4)
    else { return nil }
    return date(year: year, month: month, day: day, time: words[4])
  }

  private static func rfc850(_ words: [Substring], _ text: String, now: Date) -> Date? {
    guard words[0].last == ",", isDay(words[0].dropLast(), in: longDays), words[3] == "GMT",
      text.utf8.count == words.reduce(3, { $0 + $1.utf8.count })
    else { return nil }
    let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let day = number(parts[0], digits: 2), let month = month(parts[1]),
      let shortYear = number(parts[2], digits: 2)
    else { return nil }
    let thisYear = CivilTime.year(ofDay: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
    var year = thisYear - thisYear % 100 + shortYear
    if year > thisYear + 50 { year -= 100 }
    return date(year: year, month: month, day: day, time: words[2])
  }

  private static func asctime(_ words: [Substring], _ text: String) -> Date? {
    guard text.utf8.count == 24, isDay(words[0], in: shortDays), let month = month(words[1]),
      let day = number(words[2], digits: words[2].utf8.count), words[2].utf8.count <= 2,
      let year = number(words[4], digits: 4)
    else { return nil }
    return date(year: year, month: month, day: day, time: words[3])
  }

  private static func date(year: Int, month: Int, day: Int, time: Substring) -> Date? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 2), let minute = number(parts[1], digits: 2),
      let second = number(parts[2], digits: 2)
    else { return nil }
    return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second).date
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func month(_ name: Substring) -> Int? { CivilTime.months.firstIndex { $0 == name }.map { $0 + 1 } }

  private static func isDay(_ name: Substring, in names: [String]) -> Bool { names.contains { $0 == name } }

  private static let shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
