import Foundation

/// A point in time as people write it (ISO 8601): a day, which stands for its beginning, or a day and a time of day.
///
/// Without an offset from UTC it is meant where the person is.
///
/// Foundation's style isn't used because it accepts 30 February, single digits and trailing text.
struct DateText: Equatable, Sendable {
  private let components: DateComponents

  /// Reads `2026-01-31`, `2026-01-31T12:00`, `2026-01-31 12:00:30`, `2026-01-31T12:00:00Z` or `2026-01-31T12:00:00+10:00`.
  static func parse(_ word: String) throws(ValidationError) -> DateText {
    guard !word.isEmpty else { throw ValidationError("it is empty") }
    var rest = word[...]
    var components = DateComponents(calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
    guard let year = number(4, &rest), skip("-", &rest), let month = number(2, &rest), skip("-", &rest),
      let day = number(2, &rest)
    else { throw ValidationError("it is not a date", suggestion: withDashes(word)) }
    (components.year, components.month, components.day) = (year, month, day)
    guard components.isValidDate else { throw ValidationError("there is no such day") }
    guard year >= 1_970 else { throw ValidationError("it is before 1970") }
    if rest.isEmpty { return DateText(components: local(components)) }
    guard "Tt ".contains(rest.removeFirst()), let hour = number(2, &rest), skip(":", &rest),
      let minute = number(2, &rest)
    else { throw ValidationError("its time of day is not hours and minutes") }
    let second = skip(":", &rest) ? number(2, &rest) : 0
    guard let second else { throw ValidationError("its seconds are not two digits") }
    if skip(".", &rest) {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard (1...9).contains(digits.count), let fraction = Int(digits) else {
        throw ValidationError("its seconds have no 1 to 9 decimals")
      }
      rest = rest.dropFirst(digits.count)
      components.nanosecond = (digits.count..<9).reduce(fraction) { number, _ in number * 10 }
    }
    guard hour < 24, minute < 60, second < 60 else { throw ValidationError("there is no such time of day") }
    (components.hour, components.minute, components.second) = (hour, minute, second)
    if rest.isEmpty { return DateText(components: local(components)) }
    components.timeZone = try offset(rest)
    return DateText(components: components)
  }

  /// The moment, for somebody whose clocks go by a time zone.
  func date(in timeZone: TimeZone) -> Date? {
    var components = components
    components.timeZone = components.timeZone ?? timeZone
    return components.date
  }

  private static func local(_ components: DateComponents) -> DateComponents {
    var components = components
    components.timeZone = nil
    return components
  }

  private static func offset(_ text: Substring) throws(ValidationError) -> TimeZone {
    let wrong = ValidationError("its offset from UTC is neither Z nor hours and minutes such as +10:00")
    var rest = text
    let sign = rest.removeFirst()
    if "Zz".contains(sign), rest.isEmpty { return .gmt }
    guard let direction = ["+": 1, "-": -1][sign], let hours = number(2, &rest) else { throw wrong }
    _ = skip(":", &rest)
    guard let minutes = number(2, &rest), rest.isEmpty, hours < 24, minutes < 60,
      let zone = TimeZone(secondsFromGMT: direction * (hours * 3_600 + minutes * 60))
    else { throw wrong }
    return zone
  }

  /// A date that is written with strokes or points, the year first, as it should be.
  private static func withDashes(_ word: String) -> String? {
    let dashed = String(word.map { "/.".contains($0) ? "-" : $0 })
    return dashed != word && (try? parse(dashed)) != nil ? dashed : nil
  }

  private static func number(_ count: Int, _ rest: inout Substring) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return Int(digits)
  }

  private static func skip(_ character: Character, _ rest: inout Substring) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }
}

extension ValueRule where Value == DateText {
  /// A day, or a day and a time of day.
  static var date: Self {
    Self(
      expectation: "a date such as 2026-01-31, or a date and time such as 2026-01-31T12:00",
      example: "2026-01-31"
    ) { word throws(ValidationError) in try DateText.parse(word) }
  }
}
