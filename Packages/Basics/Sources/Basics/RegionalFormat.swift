/// The format of numbers and dates for people.
///
/// The program sets ``current`` once, around all its work, so that formatters need no parameter for it. The default is the
/// stable format, which pipes and JSON documents use in every locale.
public struct RegionalFormat: Hashable, Sendable {
  /// The format of numbers and amounts.
  public enum Numbers: Hashable, Sendable {
    /// The format of each currency's home country; several currencies have the symbol `$`.
    case stable
    /// ``stable`` with a unique symbol for each currency.
    case posix
    /// The format of a locale, by its identifier, such as `de_DE`.
    case locale(String)
  }

  /// The format of numbers and amounts.
  public var numbers: Numbers
  /// The format of dates.
  public var dates: DatePattern

  /// Creates a format.
  public init(numbers: Numbers, dates: DatePattern) {
    self.numbers = numbers
    self.dates = dates
  }

  /// The format for pipes and JSON documents.
  public static let stable = RegionalFormat(numbers: .stable, dates: .iso)

  /// The format for people in the locale C.
  public static let posix = RegionalFormat(numbers: .posix, dates: .iso)

  /// The format of the current task.
  @TaskLocal public static var current = RegionalFormat.stable
}

/// The order of a date's parts and the texts between them; months and days have two digits.
public struct DatePattern: Hashable, Sendable {
  /// A part of a date.
  public enum Part: Hashable, Sendable, CaseIterable {
    case year, month, day
  }

  private let parts: [Part]
  private let separators: [String]

  /// Creates a pattern; nil unless it has each part once and a separator between each two.
  public init?(parts: [Part], separators: [String]) {
    guard parts.count == 3, Set(parts).count == 3, separators.count == 2 else { return nil }
    self.parts = parts
    self.separators = separators
  }

  private init(iso separator: String) {
    parts = [.year, .month, .day]
    separators = [separator, separator]
  }

  /// The pattern of ISO 8601, such as `2026-01-31`.
  public static let iso = DatePattern(iso: "-")

  /// Returns a date of the Gregorian calendar.
  public func text(year: Int, month: Int, day: Int) -> String {
    var text = ""
    text.reserveCapacity(10)
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separators[index - 1] }
      switch part {
      case .year: text += "\(year)"
      case .month: text += Self.twoDigits(month)
      case .day: text += Self.twoDigits(day)
      }
    }
    return text
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
