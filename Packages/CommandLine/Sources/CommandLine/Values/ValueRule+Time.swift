public import Basics
import Foundation

// MARK: - Durations

extension ValueRule where Value == Duration {
  /// Returns a rule for durations such as `15s`, `500ms` or `1h30m` in a range, by default up to 365 days.
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
        // A suggested duration must itself be valid.
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

/// Durations as typed by users: `15s`, `500ms`, `2m`, `1h30m`, `0.5s`.
///
/// A duration is one or more numbers with units, in descending order of the units `d`, `h`, `m`, `s` and `ms`. Only the
/// last number can have a fraction. Durations more precise than a nanosecond are rejected, not rounded.
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

  /// Returns a nonnegative duration as text with as few parts as possible, such as `1h30m` or `0s`.
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
    // Adding one digit at a time keeps the result exact. The fraction is less than its unit, but the sum can still
    // overflow.
    var place = unit
    for digit in fraction {
      guard let number = digit.wholeNumberValue else { throw ValidationError("it is not a duration") }
      guard place % 10 == 0 || number == 0 else { throw ValidationError("it is more precise than a nanosecond") }
      place /= 10
      let (sum, isTooLong) = total.addingReportingOverflow(Int64(number) * place)
      guard !isTooLong else { throw ValidationError("it is too long") }
      total = sum
    }
  }
}

// MARK: - Dates

extension ValueRule where Value == DateText {
  /// The rule for dates, with or without a time, and for relative days.
  public static var date: Self {
    Self(
      expectation: "a date such as 2026-01-31, 2026-01-31T12:00, yesterday, last week or -7d",
      example: "2026-01-31"
    ) { word throws(ValidationError) in
      do throws(DateText.ParsingError) {
        return try DateText(word)
      } catch {
        throw ValidationError(error.reason, suggestion: error.suggestion)
      }
    }
  }
}
