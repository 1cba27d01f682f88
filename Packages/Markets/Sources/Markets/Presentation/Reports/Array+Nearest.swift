import Foundation

extension Array {
  /// The index of the element, of those in the order of time, that is nearest to a moment: the earlier one of two; `nil` without elements or for
  /// what is no moment.
  ///
  /// - Complexity: O(log n).
  func index(nearestTo moment: Date, time: (Element) -> Date) -> Int? {
    guard !isEmpty, !moment.timeIntervalSinceReferenceDate.isNaN else { return nil }
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if time(self[middle]) < moment { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let isBeforeNearer = moment.timeIntervalSince(time(self[low - 1])) <= time(self[low]).timeIntervalSince(moment)
    return isBeforeNearer ? low - 1 : low
  }
}
