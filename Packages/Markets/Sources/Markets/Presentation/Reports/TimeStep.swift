/// A distance between the marks of an axis of times that divides days, months or years evenly.
enum TimeStep: Hashable {
  /// A number of seconds that a day is a multiple of, counted from midnight.
  case seconds(Int)
  /// A number of days; weeks begin on Mondays.
  case days(Int)
  /// A number of months that a year is a multiple of, counted from January.
  case months(Int)
  /// A number of years, counted from the year 0.
  case years(Int)

  /// All steps, the shortest first.
  static let all: [TimeStep] =
    [60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200].map { .seconds($0) }
    + [1, 2, 3, 7, 14].map { .days($0) } + [1, 2, 3, 6].map { .months($0) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map { .years($0) }

  /// How long it is, about.
  var length: Double {
    switch self {
    case .seconds(let count): Double(count)
    case .days(let count): Double(count) * 86_400
    case .months(let count): Double(count) * 86_400 * 30.44
    case .years(let count): Double(count) * 86_400 * 365.25
    }
  }
}
