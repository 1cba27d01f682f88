/// Durations as people write them: `15s`, `500ms`, `2m`, `1h30m`, `0.5s`.
///
/// One or more numbers, each with its unit, the units descending; the last number may have a fraction. The units are
/// `d`, `h`, `m`, `s` and `ms`. The value is exact to the nanosecond, so anything finer is refused, not rounded.
enum DurationText {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
  ]

  /// Reads a duration.
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
        throw ValidationError("there is no unit \(VisibleText.quoted(String(name)))")
      }
      guard unit > lastUnit else { throw ValidationError("its units are not in descending order") }
      lastUnit = unit
      try add(whole: whole, fraction: fraction, of: units[unit].nanoseconds, to: &total)
    }
    return .nanoseconds(total)
  }

  /// Writes a duration in the same form, in the fewest parts; `0s` for nothing at all.
  ///
  /// The duration is not negative; what is finer than a nanosecond is left out.
  static func format(_ duration: Duration) -> String {
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
    // Digit by digit, so that the result is exact; the fraction of a unit is less than that unit, but the sum may
    // still pass the largest number.
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
