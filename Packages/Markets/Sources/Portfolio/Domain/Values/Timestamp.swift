import Foundation

/// A moment as the ledger keeps it: whole milliseconds since 1970, from 1970 to 9999, in UTC.
///
/// Written as RFC 3339 has it (section 5.6), always with three decimals: `2026-01-31T12:00:00.000Z`.
struct Timestamp: Sendable, Hashable, Comparable {
  static let range: ClosedRange<Int64> = 0...253_402_300_799_999

  let milliseconds: Int64

  init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The millisecond nearest to a date; `nil` before 1970 and after 9999.
  init?(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    guard milliseconds >= 0, milliseconds <= Double(Timestamp.range.upperBound) else { return nil }
    self.init(milliseconds: Int64(milliseconds))
  }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  // MARK: - Text

  /// The length of the text in bytes.
  static let textLength = 24

  /// Reads exactly what ``text`` writes, at the beginning of the bytes; `nil` for other spellings and days that no
  /// calendar has.
  init?(bytes: UnsafePointer<UInt8>) {
    var isDigit = true
    func number(_ offset: Int, _ count: Int) -> Int64 {
      var value: Int64 = 0
      for index in offset..<offset + count {
        let digit = bytes[index] &- 0x30
        if digit > 9 { isDigit = false }
        value = value &* 10 &+ Int64(digit)
      }
      return value
    }
    let year = number(0, 4)
    let month = number(5, 2)
    let day = number(8, 2)
    let hour = number(11, 2)
    let minute = number(14, 2)
    let second = number(17, 2)
    let millisecond = number(20, 3)
    let dash = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    guard isDigit, bytes[4] == dash, bytes[7] == dash, bytes[10] == UInt8(ascii: "T"), bytes[13] == colon,
      bytes[16] == colon, bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z"), year >= 1_970,
      (1...12).contains(month), day >= 1, day <= Timestamp.length(ofMonth: month, year), hour < 24, minute < 60,
      second < 60
    else { return nil }
    let days = Timestamp.days(year, month, day)
    self.init(milliseconds: (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + millisecond)
  }

  /// Reads RFC 3339 in UTC with any number of decimals or none; what is finer than a millisecond is dropped.
  init?(text: String) {
    guard text.utf8.last == UInt8(ascii: "Z") else { return nil }
    let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].utf8.count == 19 else { return nil }
    var fraction = parts.count == 2 ? String(parts[1]) : "0"
    guard !fraction.isEmpty, fraction.utf8.count <= 30, fraction.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    fraction = String((fraction + "000").prefix(3))
    let bytes = Array("\(parts[0]).\(fraction)Z".utf8)
    let moment: Timestamp? = bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap { bytes.count == Timestamp.textLength ? Timestamp(bytes: $0) : nil }
    }
    guard let moment else { return nil }
    self = moment
  }

  /// The moment as RFC 3339 with milliseconds.
  var text: String {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let (year, month, day) = Timestamp.calendarDay(days)
    func digits(_ value: Int64, _ count: Int = 2) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let time = "\(digits(rest / 3_600_000)):\(digits(rest / 60_000 % 60)):\(digits(rest / 1_000 % 60))"
    return "\(digits(year, 4))-\(digits(month))-\(digits(day))T\(time).\(digits(rest % 1_000, 3))Z"
  }

  private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1970-01-01 in the Gregorian calendar, by counting from March, so that the leap day comes last in its
  /// year.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  private static func calendarDay(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    var year = 1_970 + days / 366
    while Timestamp.days(year + 1, 1, 1) <= days { year += 1 }
    var month: Int64 = 1
    while month < 12, Timestamp.days(year, month + 1, 1) <= days { month += 1 }
    return (year, month, days - Timestamp.days(year, month, 1) + 1)
  }
}
