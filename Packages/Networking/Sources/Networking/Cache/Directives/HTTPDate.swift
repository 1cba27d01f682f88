import Foundation

/// Dates in header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
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
  static func text(of date: Date) -> String {
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

/// The proleptic Gregorian calendar in days since 1970-01-01.
enum CivilDay {
  /// The number of a day; the arguments are not checked.
  static func number(year: Int, month: Int, day: Int) -> Int {
    // Years that begin in March have their leap day at the end, which makes the months' lengths a linear function.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date of a day.
  static func date(of number: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// How many days a month has.
  static func count(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
