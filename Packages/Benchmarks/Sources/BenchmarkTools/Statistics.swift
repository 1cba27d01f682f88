import Foundation

/// Figures that noise does not move much.
public enum Statistics {
  /// The middle value; of an even number, the mean of the two in the middle.
  public static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// A figure for people.
  public static func text(_ value: Double, digits: Int = 2) -> String {
    value.formatted(
      .number.precision(.fractionLength(digits)).grouping(.never).locale(Locale(identifier: "en_US_POSIX"))
    )
  }
}
