import Foundation

/// Reads the dates of cookies, in all the forms that services write (RFC 6265bis, section 5.1.1).
enum CookieDate {
  static func date(from text: String) -> Date? {
    var time: (Int, Int, Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      let token = Array(token)
      if time == nil, let found = timeOfDay(token) {
        time = found
      } else if day == nil, let found = leadingNumber(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = monthNumber(token) {
        month = found
      } else if year == nil, let found = leadingNumber(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 }
    if (0...69).contains(year) { year += 2000 }
    guard year >= 1601, time.2 <= 59 else { return nil }
    return CivilDay.seconds(year: year, month: month, day: day, hour: time.0, minute: time.1, second: time.2)
      .map { Date(timeIntervalSince1970: TimeInterval($0)) }
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// The digits at the start, if there are so many and no further one follows.
  private static func leadingNumber(_ token: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let number = token.prefix { (0x30...0x39).contains($0) }
    return digits.contains(number.count) ? Int(String(decoding: number, as: UTF8.self)) : nil
  }

  private static func timeOfDay(_ token: [UInt8]) -> (Int, Int, Int)? {
    let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, let hour = leadingNumber(parts[0], digits: 1...2),
      let minute = leadingNumber(parts[1], digits: 1...2), let second = leadingNumber(parts[2], digits: 1...2),
      Int(String(decoding: parts[0], as: UTF8.self)) != nil, Int(String(decoding: parts[1], as: UTF8.self)) != nil
    else { return nil }
    return (hour, minute, second)
  }

  private static func monthNumber(_ token: [UInt8]) -> Int? {
    let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
    return HTTPDateReader.months.firstIndex(of: name).map { $0 + 1 }
  }
}
