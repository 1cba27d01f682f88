import Foundation

/// A locale's affixes and separators for amounts in a currency, read from Foundation once to make formatting faster.
struct NumberPattern: Hashable, Sendable {
  var prefix = ""
  var suffix = ""
  var negativePrefix = "-"
  var negativeSuffix = ""
  var decimalSeparator = "."
  var groupingSeparator = ","
  /// The number of digits in the last group; 0 if digits aren't grouped.
  var primaryGroup = 3
  var secondaryGroup = 3
  /// The minimum number of digits before the last group; shorter numbers aren't grouped.
  var minimumGroupingDigits = 1
  /// The locale's digit for zero; its digits for one to nine follow in Unicode.
  var zero: Unicode.Scalar = "0"

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
    // Some locales don't group numbers of four digits, and some don't group numbers of five digits either.
    let isInOnePiece = ["1234.25", "12345.25"].map { parts($0)?.separators.count == 1 }
    minimumGroupingDigits = isInOnePiece.prefix { $0 }.count + 1
  }

  var symbol: String { (prefix + suffix).withoutDirections.trimmingCharacters(in: .whitespaces) }

  func replacingSymbol(with symbol: String?) -> NumberPattern {
    let old = self.symbol
    guard let symbol, !old.isEmpty else { return self }
    var copy = self
    copy.prefix = prefix.replacing(old, with: symbol)
    copy.suffix = suffix.replacing(old, with: symbol)
    copy.negativePrefix = negativePrefix.replacing(old, with: symbol)
    copy.negativeSuffix = negativeSuffix.replacing(old, with: symbol)
    return copy
  }

  /// Creates a locale's pattern with Latin digits, the sign first, and a given currency symbol.
  init(locale: Locale, symbol: String) {
    var components = Locale.Components(locale: locale)
    components.numberingSystem = Locale.NumberingSystem("latn")
    let currency = CurrencyCode(locale.currency?.identifier ?? "EUR") ?? .eur
    let own = NumberPattern(currency: currency, locale: Locale(components: components))
    let isBefore = !own.prefix.withoutDirections.trimmingCharacters(in: .whitespaces).isEmpty
    let gap = (isBefore ? own.prefix : own.suffix).withoutDirections.replacing(own.symbol, with: "")
    // Without a space, a currency code would run into the digits.
    let isWord = (isBefore ? symbol.last : symbol.first)?.isLetter ?? false
    let space = gap.isEmpty && isWord ? "\u{A0}" : gap
    prefix = isBefore ? symbol + space : ""
    suffix = isBefore ? "" : space + symbol
    negativePrefix = "-" + prefix
    negativeSuffix = suffix
    decimalSeparator = own.decimalSeparator.withoutDirections
    groupingSeparator = own.groupingSeparator.withoutDirections
    primaryGroup = own.primaryGroup
    secondaryGroup = own.secondaryGroup
    minimumGroupingDigits = own.minimumGroupingDigits
  }

  private struct Parts {
    var prefix = ""
    var suffix = ""
    var separators: [String] = []
    var counts: [Int] = []
    var zero: Unicode.Scalar = "0"

    /// Creates a pattern from a formatted number whose first digit is 1; `nil` if there are no digits.
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

extension String {
  /// The text without direction marks, which terminals ignore.
  var withoutDirections: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !["\u{200E}", "\u{200F}", "\u{61C}"].contains($0) }))
  }
}

extension NumberPattern {
  /// Formats a number that has already been rounded.
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

struct DecimalDigits {
  var isNegative: Bool
  /// The digits as numbers, most significant first, without leading zeros; empty for zero.
  var digits: [UInt8]
  /// The power of ten for the last digit.
  var exponent: Int

  init?(_ value: Decimal) {
    guard !value.isNaN else { return nil }
    isNegative = value.isSignMinus
    exponent = value.exponent
    digits = []
    let significand = value.significand
    let number = (significand as NSDecimalNumber).int64Value
    // Up to 18 digits fit; the comparison verifies that no digits were lost.
    if number >= 0, Decimal(number) == significand {
      var rest = UInt64(number)
      digits.reserveCapacity(20)
      while rest > 0 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
      digits.reverse()
    } else {
      digits = significand.description.utf8.compactMap { (0x30...0x39).contains($0) ? $0 - 0x30 : nil }
    }
  }

  /// The number of digits before the decimal point; 0 or less for numbers below 1.
  var integerCount: Int { digits.isEmpty ? 0 : digits.count + exponent }

  mutating func divide(byPowerOfTen power: Int) { exponent -= power }

  /// Rounds half to even, like Foundation's formatters.
  mutating func round(toDecimals decimals: Int) {
    let dropped = -exponent - decimals
    guard dropped > 0 else { return }
    guard dropped <= digits.count else {
      digits = []
      exponent = -decimals
      return
    }
    let kept = digits.count - dropped
    let first = digits[kept]
    let isHalf = first == 5 && digits[(kept + 1)...].allSatisfy { $0 == 0 }
    let isEven = kept == 0 || digits[kept - 1] % 2 == 0
    digits.removeSubrange(kept...)
    exponent = -decimals
    if first > 5 || (first == 5 && !(isHalf && isEven)) { increment() }
  }

  private mutating func increment() {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
  }
}
