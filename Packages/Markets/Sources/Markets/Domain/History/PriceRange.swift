/// A stretch of time up to now that prices are shown for.
public enum PriceRange: Hashable, Sendable {
  /// One day.
  case day
  /// Seven days.
  case week
  /// Thirty days.
  case month
  /// 365 days.
  case year
  /// Five years of 365 days.
  case fiveYears
  /// All that there is.
  case all
  /// Another number of days, at least 1.
  case days(Int)

  /// The ranges that are offered, the shortest first.
  public static let offered: [PriceRange] = [.day, .week, .month, .year, .fiveYears, .all]

  /// The range of a number of days, by name where it has one.
  public init(days: Int) {
    self = Self.offered.first { $0.dayCount == days } ?? .days(days)
  }

  /// The number of days; `nil` for all.
  public var dayCount: Int? {
    switch self {
    case .day: 1
    case .week: 7
    case .month: 30
    case .year: 365
    case .fiveYears: 5 * 365
    case .all: nil
    case .days(let count): count
    }
  }

  /// The name on a tab, such as `1W`.
  public var label: String {
    switch self {
    case .day: "1D"
    case .week: "1W"
    case .month: "1M"
    case .year: "1Y"
    case .fiveYears: "5Y"
    case .all: "All"
    case .days(let count): "\(count)D"
    }
  }
}
