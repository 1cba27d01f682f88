import Basics
public import Foundation

// MARK: - Durations

extension ValueRule where Value == Duration {
  /// A duration such as `15s`, `500ms` or `1h30m` within a range; at most a year by default.
  public static func duration(in range: ClosedRange<Duration> = .zero ... .seconds(365 * 86_400)) -> Self {
    let lowest = DurationText.format(range.lowerBound)
    let highest = DurationText.format(range.upperBound)
    let usual: [Duration] = [.seconds(15), .seconds(1), .milliseconds(500), .seconds(120), .seconds(3_600)]
    let shown: [Duration] = [.milliseconds(500), .seconds(15), .seconds(120), .seconds(5_400)]
    let examples = shown.filter(range.contains).map(DurationText.format)
    let last = examples.dropFirst().last.map { " or \($0)" } ?? ""
    let list = examples.prefix(max(examples.count - 1, 1)).joined(separator: ", ") + last
    return Self(
      expectation: "a duration from \(lowest) to \(highest)\(list.isEmpty ? "" : ", such as \(list)")",
      example: DurationText.format(usual.first(where: range.contains) ?? range.lowerBound)
    ) { word throws(ValidationError) in
      do throws(ValidationError) {
        return try parse(word, in: range)
      } catch {
        // A suggestion has to be acceptable itself.
        guard let suggestion = error.suggestion, (try? parse(suggestion, in: range)) == nil else { throw error }
        throw ValidationError(error.reason)
      }
    }
  }

  private static func parse(_ word: String, in range: ClosedRange<Duration>) throws(ValidationError) -> Duration {
    let duration = try DurationText.parse(word)
    guard duration >= range.lowerBound else { throw ValidationError("it is too short") }
    guard duration <= range.upperBound else { throw ValidationError("it is too long") }
    return duration
  }
}

/// Durations as people write them: `15s`, `500ms`, `2m`, `1h30m`, `0.5s`.
///
/// A duration is one or more numbers, each with its unit, in descending order of the units `d`, `h`, `m`, `s` and `ms`. The last number may
/// have a fraction. Values are exact: anything finer than a nanosecond is refused, not rounded.
public enum DurationText {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
  ]

  static func parse(_ word: String) throws(ValidationError) -> Duration {
    guard !word.isEmpty else { throw ValidationError("it is empty") }
    guard !word.hasPrefix("-") else { throw ValidationError("a duration cannot be negative") }
    var rest = Substring(word)
    var total: Int64 = 0
    var lastUnit = -1
    var hadFraction = false
    while !rest.isEmpty {
      let whole = takeDigits(from: &rest)
      guard !whole.isEmpty, !hadFraction else { throw ValidationError("it is not a duration") }
      var fraction: Substring = ""
      if rest.first == "." {
        rest.removeFirst()
        fraction = takeDigits(from: &rest)
        guard !fraction.isEmpty else { throw ValidationError("it is not a duration") }
        hadFraction = true
      }
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard !name.isEmpty else {
        throw rest.isEmpty
          ? ValidationError("the unit is missing", suggestion: word + "s") : ValidationError("it is not a duration")
      }
      guard let unit = units.firstIndex(where: { $0.name == name }) else {
        throw ValidationError("there is no unit '\(String(name).escapingInvisibles(limit: 120))'")
      }
      guard unit > lastUnit else { throw ValidationError("its units are not in descending order") }
      lastUnit = unit
      try add(whole: whole, fraction: fraction, of: units[unit].nanoseconds, to: &total)
    }
    return .nanoseconds(total)
  }

  /// Formats a duration that isn't negative with as few parts as possible: `1h30m`, `0s`.
  public static func format(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    var rest = seconds
    var text = ""
    for unit in units.prefix(3) {
      let size = unit.nanoseconds / 1_000_000_000
      if rest >= size { text += "\(rest / size)\(unit.name)" }
      rest %= size
    }
    let nanoseconds = attoseconds / 1_000_000_000
    guard nanoseconds > 0 else { return rest > 0 || text.isEmpty ? text + "\(rest)s" : text }
    if rest == 0, text.isEmpty, nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000)ms" }
    var digits = String(nanoseconds)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return text + "\(rest).\(digits)s"
  }

  private static func takeDigits(from rest: inout Substring) -> Substring {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private static func add(
    whole: Substring,
    fraction: Substring,
    of unit: Int64,
    to total: inout Int64
  ) throws(ValidationError) {
    guard let count = Int64(whole) else { throw ValidationError("it is too long") }
    let (amount, isTooLong) = count.multipliedReportingOverflow(by: unit)
    let (sum, isSumTooLong) = total.addingReportingOverflow(amount)
    guard !isTooLong, !isSumTooLong else { throw ValidationError("it is too long") }
    total = sum
    // Digit by digit, so that the result is exact. The fraction is less than its unit, but the sum can still overflow.
    var place = unit
    for digit in fraction {
      guard let number = digit.wholeNumberValue else { throw ValidationError("it is not a duration") }
      guard place % 10 == 0 || number == 0 else { throw ValidationError("it is finer than a nanosecond") }
      place /= 10
      let (sum, isTooLong) = total.addingReportingOverflow(Int64(number) * place)
      guard !isTooLong else { throw ValidationError("it is too long") }
      total = sum
    }
  }
}

// MARK: - Dates

/// A point in time as people write it (ISO 8601): a day, or a day and a time of day in the person's zone or with an offset.
public struct DateText: Equatable, Sendable {
  private let components: DateComponents

  // Foundation's parser isn't used because it accepts 30 February, single digits and trailing text.
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

  /// Returns the point in time for a person in a time zone.
  public func date(in timeZone: TimeZone) -> Date? {
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

  /// Rewrites a date with slashes or points; nil if the result isn't a date.
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
  public static var date: Self {
    Self(
      expectation: "a date such as 2026-01-31, or a date and time such as 2026-01-31T12:00",
      example: "2026-01-31"
    ) { word throws(ValidationError) in try DateText.parse(word) }
  }
}
