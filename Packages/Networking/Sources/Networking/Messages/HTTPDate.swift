package import NetworkingFoundation

/// Dates in header fields (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// Parses a date in one of the three formats; returns `nil` for other text.
  ///
  /// Case is ignored, and every time zone except GMT is invalid, as RFC 9111, section 4.2 requires of caches. The
  /// weekday isn't checked. A two-digit year is never more than 50 years in the future.
  package static func parse(_ text: String, now: Date) -> Date? {
    var reader = HTTPDateReader(text)
    guard let seconds = reader.read(now: now) else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(seconds))
  }

  /// Formats a date in the preferred format, rounded down to the second and limited to the years 0 to 9999.
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

struct HTTPDateReader {
  static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
  static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }

  mutating func read(now: Date) -> Int? {
    guard let isShort = readWeekday() else { return nil }
    let seconds: Int?
    if take(", ") {
      seconds = isShort ? readFixed() : readObsolete(now: now)
    } else if isShort, take(" ") {
      seconds = readAsctime()
    } else {
      seconds = nil
    }
    return position == bytes.count ? seconds : nil
  }

  /// Parses the part after the weekday in `06 Nov 1994 08:49:37 GMT`.
  private mutating func readFixed() -> Int? {
    guard let day = number(2), take(" "), let month = month(), take(" "), let year = number(4), take(" "),
      let time = timeOfDay(), take(" gmt")
    else { return nil }
    return seconds(year, month, day, time)
  }

  /// Parses the part after the weekday in `06-Nov-94 08:49:37 GMT`.
  private mutating func readObsolete(now: Date) -> Int? {
    guard let day = number(2), take("-"), let month = month(), take("-"), let shortYear = number(2), take(" "),
      let time = timeOfDay(), take(" gmt")
    else { return nil }
    let clamped = min(max(now.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
    let current = CivilDay.date(of: Int((clamped / 86_400).rounded(.down))).year
    var year = current - current % 100 + shortYear
    if year > current + 50 { year -= 100 }
    return seconds(year, month, day, time)
  }

  /// Parses the part after the weekday in `Nov  6 08:49:37 1994`.
  private mutating func readAsctime() -> Int? {
    guard let month = month(), take(" ") else { return nil }
    guard let day = take(" ") ? number(1) : number(2), take(" "), let time = timeOfDay(), take(" "),
      let year = number(4)
    else { return nil }
    return seconds(year, month, day, time)
  }

  private func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: (hour: Int, minute: Int, second: Int)) -> Int? {
    CivilDay.seconds(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
  }

  private mutating func timeOfDay() -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2) else { return nil }
    return (hour, minute, second)
  }

  /// Parses the weekday and returns whether its name is abbreviated, or `nil` if there is no weekday.
  private mutating func readWeekday() -> Bool? {
    for name in Self.weekdays {
      if take(name) { return false }
      if take(name.prefix(3)) { return true }
    }
    return nil
  }

  private mutating func month() -> Int? {
    for (index, name) in Self.months.enumerated() where take(name) { return index + 1 }
    return nil
  }

  private mutating func number(_ digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    let number = DeltaSeconds.parse(String(decoding: bytes[position..<(position + digits)], as: UTF8.self))
    if number != nil { position += digits }
    return number
  }

  private mutating func take(_ text: some StringProtocol) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }
}

enum CivilDay {
  /// Returns the seconds since 1970 in UTC; `nil` if the date or time doesn't exist.
  ///
  /// A leap second counts as the first second of the next minute.
  static func seconds(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int? {
    guard (1...12).contains(month), (1...count(inMonth: month, of: year)).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return ((number(year: year, month: month, day: day) * 24 + hour) * 60 + minute) * 60 + second
  }

  static func number(year: Int, month: Int, day: Int) -> Int {
    // In a year that starts in March, the leap day comes last, so a month's first day is a linear function of the
    // month's number.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

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

  static func count(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
