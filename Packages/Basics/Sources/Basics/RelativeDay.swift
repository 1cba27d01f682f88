import Foundation

/// A day before the current day, such as `yesterday`, `last week`, `3 days ago` or `-7d`.
struct RelativeDay: Equatable, Sendable {
  private enum Unit: String, CaseIterable, Sendable {
    case day = "d"
    case week = "w"
    // Not `m`, which means minutes in durations.
    case month = "mo"
    case year = "y"

    /// Creates a unit from its name in the singular or plural.
    init?(name: String) {
      guard let unit = Self.allCases.first(where: { [$0.name, $0.name + "s"].contains(name) }) else { return nil }
      self = unit
    }

    var name: String { "\(self)" }

    var component: Calendar.Component {
      switch self {
      case .day, .week: .day
      case .month: .month
      case .year: .year
      }
    }

    /// The unit's length, as a multiple of its calendar component.
    var length: Int { self == .week ? 7 : 1 }
  }

  private let count: Int
  private let unit: Unit

  private init(_ count: Int, _ unit: Unit) {
    self.count = count
    self.unit = unit
  }

  /// Parses a relative day, ignoring case; `nil` for other text.
  ///
  /// - Throws: ``DateText/ParsingError`` if the unit is ambiguous.
  init?(_ text: String) throws(DateText.ParsingError) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    switch words.count {
    case 1 where words[0] == "today": self.init(0, .day)
    case 1 where words[0] == "yesterday": self.init(1, .day)
    case 1:
      let number = words[0].hasPrefix("-") ? words[0].dropFirst() : words[0][...]
      let digits = number.prefix { $0.isNumber }
      guard let count = Self.count(digits) else { return nil }
      let letters = number.dropFirst(digits.count)
      if letters == "m" { throw DateText.ParsingError("m could mean minutes; write mo for months") }
      guard let unit = Unit(rawValue: String(letters)) else { return nil }
      self.init(count, unit)
    case 2 where words[0] == "last":
      guard let unit = Unit(name: words[1]), words[1] == unit.name else { return nil }
      self.init(1, unit)
    case 3 where words[2] == "ago":
      guard let unit = Unit(name: words[1]), let count = words[0] == "a" ? 1 : Self.count(words[0][...])
      else { return nil }
      self.init(count, unit)
    default: return nil
    }
  }

  /// Returns the start of the day, or `nil` if the calendar can't represent it.
  func date(in timeZone: TimeZone, now: Date) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar.date(byAdding: unit.component, value: -count * unit.length, to: calendar.startOfDay(for: now))
      .map(calendar.startOfDay)
  }

  private static func count(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(digits)
  }
}
