import Basics
import CommandLine
import Foundation

/// A value of the `locale` setting.
enum LocaleChoice: Equatable, Sendable {
  case auto
  case posix
  /// A locale by its identifier, such as `de_DE`.
  case named(String)

  /// Parses a name such as `de_DE`, `de-DE` or `de_DE.UTF-8`; `nil` for an unknown locale.
  init?(_ word: String) {
    let name = String(word.prefix { $0 != "." && $0 != "@" }).replacing("-", with: "_")
    if word == "auto" {
      self = .auto
    } else if ["C", "POSIX"].contains(name) {
      self = .posix
    } else if name.wholeMatch(of: /[a-z]{2,3}(_[A-Z]{2})?/) != nil, Locale.availableIdentifiers.contains(name) {
      self = .named(name)
    } else {
      return nil
    }
  }

  var word: String {
    switch self {
    case .auto: "auto"
    case .posix: "C"
    case .named(let identifier): identifier
    }
  }

  /// The offered choices with their descriptions.
  ///
  /// Any other known locale can be typed.
  static let offered: [(choice: LocaleChoice, summary: String)] = [
    (.auto, "Based on LC_ALL, LC_NUMERIC, LC_TIME and LANG"), (.posix, "ISO dates, A$ and US$"),
    (.named("en_US"), "English, United States"), (.named("en_GB"), "English, United Kingdom"),
    (.named("de_DE"), "German, Germany"), (.named("fr_FR"), "French, France"), (.named("hi_IN"), "Hindi, India"),
  ]

  /// Returns the human-readable number and date format.
  ///
  /// `auto` uses `LC_ALL`, `LC_NUMERIC` or `LANG` for numbers, and `LC_ALL`, `LC_TIME` or `LANG` for dates. Unknown
  /// locales are treated as C.
  func format(environment: [String: String]) -> RegionalFormat {
    func found(_ variable: String) -> LocaleChoice {
      let word = ["LC_ALL", variable, "LANG"].lazy.compactMap { environment.setWord($0) }.first
      return word.flatMap { LocaleChoice($0) } ?? .posix
    }
    let (numbers, dates) = self == .auto ? (found("LC_NUMERIC"), found("LC_TIME")) : (self, self)
    return RegionalFormat(numbers: numbers.numbers, dates: dates.dates)
  }

  private var numbers: RegionalFormat.Numbers {
    switch self {
    case .auto, .posix: .posix
    case .named(let identifier): .locale(identifier)
    }
  }

  private var dates: DatePattern {
    switch self {
    case .auto, .posix: .iso
    case .named(let identifier): DatePattern(locale: Locale(identifier: identifier)) ?? .iso
    }
  }
}

extension DatePattern {
  /// Creates a locale's numeric date pattern; `nil` if it isn't Gregorian or contains more than year, month and day.
  init?(locale: Locale) {
    let letters: [Character: Part] = ["y": .year, "M": .month, "L": .month, "d": .day]
    guard let format = DateFormatter.dateFormat(fromTemplate: "yMMdd", options: 0, locale: locale) else { return nil }
    var parts: [Part] = []
    var separators: [String] = []
    var gap = ""
    for scalar in format.unicodeScalars where !scalar.properties.isBidiControl {
      guard let part = letters[Character(scalar)] else {
        // A letter represents a part of the date that this program doesn't format, such as an era.
        guard !scalar.properties.isAlphabetic else { return nil }
        gap.unicodeScalars.append(scalar)
        continue
      }
      if parts.last == part, gap.isEmpty { continue }
      if !parts.isEmpty { separators.append(gap) }
      gap = ""
      parts.append(part)
    }
    guard gap.isEmpty || gap == "." else { return nil }
    self.init(parts: parts, separators: separators)
  }
}

extension ValueRule where Value == LocaleChoice {
  static var locale: Self {
    let rule = Self(expectation: "auto, C, or a locale such as de_DE", example: "de_DE") {
      word throws(ValidationError) in
      guard let choice = LocaleChoice(word) else { throw ValidationError("“\(word)” isn't a known locale") }
      return choice
    }
    return rule.suggesting(LocaleChoice.offered.map { Choice($0.choice.word, $0.summary) })
  }
}
