import Foundation

/// How a locale writes amounts of a currency: what stands around the digits and between them.
///
/// It is read off what Foundation's formatter makes of a few numbers, once; from then on digits are written here, exactly and several times as
/// fast as the formatter would.
struct NumberPattern: Hashable, Sendable {
  /// Before a number that is not negative.
  var prefix = ""
  /// After it.
  var suffix = ""
  /// Before a negative number.
  var negativePrefix = "-"
  /// After it.
  var negativeSuffix = ""
  /// Between whole and parts.
  var decimalSeparator = "."
  /// Between groups of digits.
  var groupingSeparator = ","
  /// The digits of the last group; 0 for no groups.
  var primaryGroup = 3
  /// The digits of all other groups.
  var secondaryGroup = 3
  /// How many digits there must be before the last group for it to be set apart.
  var minimumGroupingDigits = 1
  /// The sign for zero; those up to nine follow it.
  var zero: Unicode.Scalar = "0"

  /// The pattern of a currency in a locale.
  init(currency: CurrencyCode, locale: Locale) {
    let style = Decimal.FormatStyle.Currency(code: currency.code, locale: locale).precision(.fractionLength(2))
    func parts(_ number: String) -> Parts? { Decimal(string: number).flatMap { Parts($0.formatted(style)) } }
    guard
      let large = parts("12345678901.25"), let negative = parts("-1.25"),
      let one = parts("1.25"), let decimal = large.separators.last
    else {
      prefix = currency.code + "\u{A0}"
      negativePrefix = "-" + prefix
      return
    }
    prefix = one.prefix
    suffix = one.suffix
    negativePrefix = negative.prefix
    negativeSuffix = negative.suffix
    decimalSeparator = decimal
    zero = large.zero
    let groups = large.counts.dropLast()
    groupingSeparator = large.separators.first ?? ","
    primaryGroup = groups.count > 1 ? groups[groups.endIndex - 1] : 0
    secondaryGroup = groups.count > 2 ? groups[groups.endIndex - 2] : primaryGroup
    // Some leave numbers of four, or of five, digits in one piece.
    let isInOnePiece = ["1234.25", "12345.25"].map { parts($0)?.separators.count == 1 }
    minimumGroupingDigits = isInOnePiece.prefix { $0 }.count + 1
  }

  /// A formatted number, taken apart.
  private struct Parts {
    var prefix = ""
    var suffix = ""
    /// What stands between runs of digits.
    var separators: [String] = []
    /// How long the runs of digits are.
    var counts: [Int] = []
    var zero: Unicode.Scalar = "0"

    /// Takes a text apart whose first digit is a one; `nil` if there is none.
    init?(_ text: String) {
      var gap = ""
      var isInDigits = false
      for scalar in text.unicodeScalars {
        if scalar.properties.numericType == .decimal {
          if counts.isEmpty {
            prefix = gap
            guard let zero = Unicode.Scalar(scalar.value - 1) else { return nil }
            self.zero = zero
          } else if !isInDigits {
            separators.append(gap)
          }
          if isInDigits { counts[counts.count - 1] += 1 } else { counts.append(1) }
          gap = ""
          isInDigits = true
        } else {
          gap.unicodeScalars.append(scalar)
          isInDigits = false
        }
      }
      guard !counts.isEmpty else { return nil }
      suffix = gap
    }
  }
}

extension NumberPattern {
  /// Writes a number that is rounded already.
  ///
  /// - Parameters:
  ///   - number: The number; a sign before zero is dropped.
  ///   - minimumDecimals: The fewest decimals; zeros are added.
  ///   - unit: What stands right after the digits.
  ///   - hasCurrency: Whether the currency is written.
  ///   - showsPlus: Whether a positive number has a plus sign.
  /// - Returns: The text.
  func text(
    of number: DecimalDigits,
    minimumDecimals: Int,
    unit: String = "",
    hasCurrency: Bool = true,
    showsPlus: Bool = false
  ) -> String {
    let isNegative = number.isNegative && !number.digits.isEmpty
    let plus = showsPlus && !isNegative && !number.digits.isEmpty ? "+" : ""
    var text = hasCurrency ? plus + (isNegative ? negativePrefix : prefix) : isNegative ? "-" : plus
    text.reserveCapacity(32)
    appendInteger(of: number, to: &text)
    appendDecimals(of: number, minimum: minimumDecimals, to: &text)
    text += unit
    if hasCurrency { text += isNegative ? negativeSuffix : suffix }
    return text
  }

  private func appendInteger(of number: DecimalDigits, to text: inout String) {
    let count = number.integerCount
    guard count > 0 else {
      text.unicodeScalars.append(zero)
      return
    }
    let isGrouped = primaryGroup > 0 && count >= primaryGroup + minimumGroupingDigits
    for place in stride(from: count - 1, through: 0, by: -1) {
      let index = count - 1 - place
      append(index < number.digits.count ? number.digits[index] : 0, to: &text)
      guard isGrouped, place >= primaryGroup else { continue }
      if (place - primaryGroup).isMultiple(of: max(secondaryGroup, 1)) { text += groupingSeparator }
    }
  }

  private func appendDecimals(of number: DecimalDigits, minimum: Int, to text: inout String) {
    var last = max(-number.exponent, 0)
    func digit(_ place: Int) -> UInt8 {
      let index = number.integerCount + place - 1
      return number.digits.isEmpty || index < 0 || index >= number.digits.count ? 0 : number.digits[index]
    }
    while last > minimum, digit(last) == 0 { last -= 1 }
    let count = max(last, minimum)
    guard count > 0 else { return }
    text += decimalSeparator
    for place in 1...count { append(digit(place), to: &text) }
  }

  private func append(_ digit: UInt8, to text: inout String) {
    text.unicodeScalars.append(Unicode.Scalar(zero.value + UInt32(digit)) ?? "0")
  }
}
