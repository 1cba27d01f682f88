import Foundation

/// Times as services write them: `2026-01-31T12:00:00.000Z` (RFC 3339, section 5.6, in UTC).
///
/// Foundation's formatters take a hundred times as long, which is felt with thousands of coins.
enum ServiceTimestamp {
  /// Reads a time; `nil` for any other form, and for days that are not in the calendar.
  static func date(of text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes -> Date? in
      guard bytes.count >= 20, bytes.count <= 35, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74,
        bytes[13] == 0x3A, bytes[16] == 0x3A, bytes[bytes.count - 1] | 0x20 == 0x7A,
        let year = number(bytes, 0..<4), let month = number(bytes, 5..<7), let day = number(bytes, 8..<10),
        let hour = number(bytes, 11..<13), let minute = number(bytes, 14..<16), let second = number(bytes, 17..<19),
        (1...12).contains(month), (1...days(of: month, in: year)).contains(day), hour < 24, minute < 60, second <= 60
      else { return nil }
      var fraction = 0.0
      if bytes.count > 20 {
        guard bytes[19] == 0x2E, bytes.count > 21, let digits = number(bytes, 20..<(bytes.count - 1)) else {
          return nil
        }
        fraction = Double(digits)
        for _ in 20..<(bytes.count - 1) { fraction /= 10 }
      }
      let seconds = dayNumber(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
      return Date(timeIntervalSince1970: TimeInterval(seconds) + fraction)
    }
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      let digit = Int(bytes[index]) - 0x30
      guard (0...9).contains(digit) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// The days since 1970-01-01 in the Gregorian calendar, counting years from March so that leap days come last.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
