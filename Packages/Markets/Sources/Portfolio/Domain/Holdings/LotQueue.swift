/// A priority queue of lots, oldest first, with additions and removals in logarithmic time.
///
/// Lots usually arrive in order of age, but coins from a swap without a price keep the age of the coins given for them.
struct LotQueue {
  /// A binary heap: the parent of the lot at `index` is at `(index - 1) / 2`, and no lot is older than its parent.
  private var heap: [Lots.Lot] = []
  private var count: Int32 = 0

  var isEmpty: Bool { heap.isEmpty }

  /// All lots, oldest first; lots of the same age keep their insertion order.
  var sorted: [Lots.Lot] { heap.sorted { $0.isOlder(than: $1) } }

  mutating func add(_ lot: Lots.Lot) {
    var lot = lot
    lot.order = count
    count += 1
    var index = heap.count
    heap.append(lot)
    while index > 0, lot.isOlder(than: heap[(index - 1) / 2]) {
      heap[index] = heap[(index - 1) / 2]
      index = (index - 1) / 2
    }
    heap[index] = lot
  }

  /// Removes coins from the oldest lot, at most the lot's amount, and drops the lot if it becomes empty.
  mutating func takeFromOldest(_ amount: FixedPoint) -> Lots.Lot {
    let part = heap[0].split(min(amount, heap[0].amount))
    if heap[0].amount.isZero { removeOldest() }
    return part
  }

  private mutating func removeOldest() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    var index = 0
    while index * 2 + 1 < heap.count {
      var child = index * 2 + 1
      if child + 1 < heap.count, heap[child + 1].isOlder(than: heap[child]) { child += 1 }
      guard heap[child].isOlder(than: last) else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = last
  }
}

extension Lots.Lot {
  fileprivate func isOlder(than other: Lots.Lot) -> Bool {
    time == other.time ? order < other.order : time < other.time
  }
}
