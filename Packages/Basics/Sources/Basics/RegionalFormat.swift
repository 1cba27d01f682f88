/// The format for displayed numbers and dates.
///
/// The program sets ``current`` for all its work, so formatters don't need a format parameter. The default is the
/// stable format, which pipes and JSON documents use in every locale.
public struct RegionalFormat: Hashable, Sendable {
  /// A format for numbers and monetary amounts.
  public enum Numbers: Hashable, Sendable {
    /// Each currency in its home country's format, so several currencies share the symbol `$`.
    case stable
    /// The same format as ``stable``, but with a unique symbol for each currency.
    case posix
    /// The format for a locale with an identifier such as `de_DE`.
    case locale(String)
  }

  /// The format for numbers and monetary amounts.
  public var numbers: Numbers
  /// The date format.
  public var dates: DatePattern

  /// Creates a format.
  public init(numbers: Numbers, dates: DatePattern) {
    self.numbers = numbers
    self.dates = dates
  }

  /// The format for pipes and JSON documents.
  public static let stable = RegionalFormat(numbers: .stable, dates: .iso)

  /// The human-readable format for the C locale.
  public static let posix = RegionalFormat(numbers: .posix, dates: .iso)

  /// The format set by the innermost ``with(_:_:)`` call around the current task, or ``stable`` outside of such calls.
  public static var current: RegionalFormat { scope?.format.withLock { $0 } ?? .stable }

  /// Calls a closure with a format that also applies to tasks created by the closure.
  public static func with<Result>(_ format: RegionalFormat, _ work: () throws -> Result) rethrows -> Result {
    try $scope.withValue(Scope(format), operation: work)
  }

  /// Calls a closure with a format that also applies to tasks created by the closure.
  public static func with<Result>(
    _ format: RegionalFormat,
    isolation: isolated (any Actor)? = #isolation,
    _ work: () async throws -> Result
  ) async rethrows -> Result {
    try await $scope.withValue(Scope(format), operation: work, isolation: isolation)
  }

  /// Replaces the format in all tasks within the innermost ``with(_:_:)`` call, or does nothing outside of such a call.
  public static func change(to format: RegionalFormat) { scope?.format.withLock { $0 = format } }

  private final class Scope: Sendable {
    let format: Locked<RegionalFormat>

    init(_ format: RegionalFormat) { self.format = Locked(format) }
  }

  @TaskLocal private static var scope: Scope?
}

/// The order of the year, the two-digit month and the two-digit day in a date, and the separators between them.
public struct DatePattern: Hashable, Sendable {
  /// A part of a date.
  public enum Part: Hashable, Sendable, CaseIterable {
    case year, month, day
  }

  private let parts: [Part]
  private let separators: [String]

  /// Creates a pattern; `nil` unless there are three different parts and two separators.
  public init?(parts: [Part], separators: [String]) {
    guard parts.count == 3, Set(parts).count == 3, separators.count == 2 else { return nil }
    self.parts = parts
    self.separators = separators
  }

  private init(iso separator: String) {
    parts = [.year, .month, .day]
    separators = [separator, separator]
  }

  /// The ISO 8601 pattern, such as `2026-01-31`.
  public static let iso = DatePattern(iso: "-")

  /// Returns a date in the Gregorian calendar as text, such as `01-31` for a date without a year.
  public func text(year: Int? = nil, month: Int? = nil, day: Int? = nil) -> String {
    var text = ""
    text.reserveCapacity(10)
    for (index, part) in parts.enumerated() {
      let word =
        switch part {
        case .year: year.map { "\($0)" }
        case .month: month.map(Self.twoDigits)
        case .day: day.map(Self.twoDigits)
        }
      guard let word else { continue }
      text += text.isEmpty ? word : separators[index - 1] + word
    }
    return text
  }

  /// Returns text with its leading date rewritten from this pattern to ISO 8601, or `nil` if the text doesn't begin
  /// with such a date.
  ///
  /// Months and days can have one digit. A time of day after the date is kept: with the German pattern,
  /// `31.1.2026 14:30` becomes `2026-01-31 14:30`. The result isn't checked further. The ISO 8601 pattern itself returns
  /// the text unchanged.
  public func isoText(of text: String) -> String? {
    guard self != .iso else { return text }
    var rest = text[...]
    var numbers: [Part: Int] = [:]
    for (index, part) in parts.enumerated() {
      if index > 0 {
        guard rest.hasPrefix(separators[index - 1]) else { return nil }
        rest = rest.dropFirst(separators[index - 1].count)
      }
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard part == .year ? digits.count == 4 : (1...2).contains(digits.count) else { return nil }
      numbers[part] = Int(digits)
      rest = rest.dropFirst(digits.count)
    }
    guard let year = numbers[.year], let month = numbers[.month], let day = numbers[.day] else { return nil }
    return Self.iso.text(year: year, month: month, day: day) + rest
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
