public import Foundation

/// A date as typed by a person: in ISO 8601 format, with or without a time, or relative to the current day.
///
/// A time is in the person's time zone unless the text contains an offset. A date without a time means midnight.
public struct DateText: Equatable, Sendable {
  /// The reason why a string isn't a valid date.
  public struct ParsingError: Error, Hashable, Sendable {
    /// The reason as a clause, such as `the day does not exist`.
    public let reason: String
    /// A suggestion: the date in the accepted format, or `nil` if the text doesn't resemble a date.
    public let suggestion: String?

    init(_ reason: String, suggestion: String? = nil) {
      self.reason = reason
      self.suggestion = suggestion
    }
  }

  private enum Content: Equatable, Sendable {
    case calendar(DateComponents)
    case relative(RelativeDay)
  }

  private let content: Content

  // Foundation's parser isn't suitable, because it accepts 30 February, single digits and trailing text.
  /// Parses `2026-01-31`, `2026-01-31T12:00`, `2026-01-31 12:00:30`, `2026-01-31T12:00:00Z` or
  /// `2026-01-31T12:00:00+10:00`, and relative days such as `yesterday`, `last week`, `3 days ago` or `-7d`.
  ///
  /// The units of relative days are days, weeks, months and years: `d`, `w`, `mo` and `y`.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - now: The current time, which decides whether a relative day is before 1970.
  /// - Throws: ``ParsingError`` for any other text, for days that don't exist, and for years before 1970.
  public init(_ text: String, now: Date = Date()) throws(ParsingError) {
    guard !text.isEmpty else { throw ParsingError("it is empty") }
    if let day = try RelativeDay(text) {
      let date = day.date(in: .gmt, now: now) ?? .distantPast
      guard date >= Date(timeIntervalSince1970: 0) else { throw ParsingError("it is before 1970") }
      content = .relative(day)
      return
    }
    var rest = text[...]
    var components = DateComponents(calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
    guard let year = Self.number(4, &rest), Self.skip("-", &rest), let month = Self.number(2, &rest),
      Self.skip("-", &rest), let day = Self.number(2, &rest)
    else { throw ParsingError("it is not a date", suggestion: Self.withDashes(text)) }
    (components.year, components.month, components.day) = (year, month, day)
    guard components.isValidDate else { throw ParsingError("the day does not exist") }
    guard year >= 1_970 else { throw ParsingError("it is before 1970") }
    if rest.isEmpty {
      content = .calendar(Self.local(components))
      return
    }
    guard "Tt ".contains(rest.removeFirst()), let hour = Self.number(2, &rest), Self.skip(":", &rest),
      let minute = Self.number(2, &rest)
    else { throw ParsingError("its time of day does not have hours and minutes") }
    let second = Self.skip(":", &rest) ? Self.number(2, &rest) : 0
    guard let second else { throw ParsingError("its seconds do not have two digits") }
    if Self.skip(".", &rest) {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard (1...9).contains(digits.count), let fraction = Int(digits) else {
        throw ParsingError("its fraction of a second does not have 1 to 9 digits")
      }
      rest = rest.dropFirst(digits.count)
      components.nanosecond = (digits.count..<9).reduce(fraction) { number, _ in number * 10 }
    }
    guard hour < 24, minute < 60, second < 60 else { throw ParsingError("the time of day does not exist") }
    (components.hour, components.minute, components.second) = (hour, minute, second)
    if rest.isEmpty {
      content = .calendar(Self.local(components))
      return
    }
    components.timeZone = try Self.offset(rest)
    content = .calendar(components)
  }

  /// Returns the point in time that the text means in a time zone.
  ///
  /// - Parameters:
  ///   - timeZone: The person's time zone.
  ///   - now: The current time, which relative days are counted from.
  /// - Returns: The point in time, or `nil` if Foundation's calendar can't represent it.
  public func date(in timeZone: TimeZone, now: Date) -> Date? {
    switch content {
    case .relative(let day): return day.date(in: timeZone, now: now)
    case .calendar(var components):
      components.timeZone = components.timeZone ?? timeZone
      return components.date
    }
  }

  private static func local(_ components: DateComponents) -> DateComponents {
    var components = components
    components.timeZone = nil
    return components
  }

  private static func offset(_ text: Substring) throws(ParsingError) -> TimeZone {
    let wrong = ParsingError("its offset from UTC is neither Z nor hours and minutes such as +10:00")
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

  /// Returns a date with its slashes or periods replaced by dashes, or `nil` if the result isn't a date.
  private static func withDashes(_ word: String) -> String? {
    let dashed = String(word.map { "/.".contains($0) ? "-" : $0 })
    return dashed != word && (try? DateText(dashed)) != nil ? dashed : nil
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
