public import Foundation

/// The times of several series of prices as one.
public enum SeriesTimes {
  /// The times of all series, of those that belong together only the last one.
  ///
  /// Services note the prices of an hour or a day some seconds apart for each coin. Times belong together that are less
  /// than half a step of the finest series apart; at the last of them every coin has its new price. A series' step is the
  /// average distance of its times. Takes the time of sorting.
  ///
  /// - Parameter series: The times of each series, in any order.
  /// - Returns: The times, the earliest first.
  public static func merged(_ series: [[Date]]) -> [Date] {
    let times = series.joined().sorted()
    let steps = series.compactMap { times -> TimeInterval? in
      guard let first = times.min(), let last = times.max(), first < last else { return nil }
      return last.timeIntervalSince(first) / Double(times.count - 1)
    }
    let reach = (steps.min() ?? 0) / 2
    var result: [Date] = []
    var start: Date?
    for time in times {
      if let start, time.timeIntervalSince(start) < reach || time == result.last {
        result[result.count - 1] = time
      } else {
        start = time
        result.append(time)
      }
    }
    return result
  }
}
