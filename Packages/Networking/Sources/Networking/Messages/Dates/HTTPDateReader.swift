import Foundation

/// Reads the three forms of a date in a header field, letter by letter.
struct HTTPDateReader {
  static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
  static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private let bytes: [UInt8]
  private var position = 0

  /// Starts at the beginning of a text.
  init(_ text: String) {
    bytes = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }

  /// The seconds since 1970, or `nil` where the text is no date.
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

  /// Reads what follows the day in `06 Nov 1994 08:49:37 GMT`.
  private mutating func readFixed() -> Int? {
    guard let day = number(2), take(" "), let month = month(), take(" "), let year = number(4), take(" "),
      let time = timeOfDay(), take(" gmt")
    else { return nil }
    return seconds(year, month, day, time)
  }

  /// Reads what follows the day in `06-Nov-94 08:49:37 GMT`.
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

  /// Reads what follows the day in `Nov  6 08:49:37 1994`.
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

  /// Whether the name of the day is the short one; `nil` where there is none.
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
