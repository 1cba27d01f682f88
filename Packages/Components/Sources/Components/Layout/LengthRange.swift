/// The acceptable lengths of content along one axis, in cells.
public struct LengthRange: Hashable, Sendable {
  /// The minimum useful length.
  public let minimum: Int
  /// The preferred length, which is at least the minimum.
  public let ideal: Int
  /// The maximum useful length, which is at least the ideal length.
  public let maximum: Int

  /// The value for an unlimited length, which is also the maximum for sums of lengths.
  public static let unlimited = Int(Int32.max)

  /// Creates a range, raising each length to at least 0 and at least the previous length.
  public init(minimum: Int, ideal: Int, maximum: Int) {
    self.minimum = min(max(minimum, 0), Self.unlimited)
    self.ideal = min(max(ideal, self.minimum), Self.unlimited)
    self.maximum = min(max(maximum, self.ideal), Self.unlimited)
  }

  /// Returns a range with a single length.
  public static func fixed(_ length: Int) -> LengthRange {
    LengthRange(minimum: length, ideal: length, maximum: length)
  }

  /// Returns a range without a maximum.
  public static func flexible(minimum: Int, ideal: Int) -> LengthRange {
    LengthRange(minimum: minimum, ideal: ideal, maximum: unlimited)
  }

  /// Returns the range with a margin added to all lengths.
  public func adding(_ margin: Int) -> LengthRange {
    LengthRange(
      minimum: minimum + margin,
      ideal: ideal + margin,
      maximum: maximum == Self.unlimited ? maximum : maximum + margin
    )
  }

  /// Returns the combined range of two adjacent items.
  static func + (left: LengthRange, right: LengthRange) -> LengthRange {
    LengthRange(
      minimum: left.minimum + right.minimum,
      ideal: left.ideal + right.ideal,
      maximum: left.maximum + right.maximum
    )
  }

  /// Returns a range for two parallel items, with the larger minimum, ideal and maximum of the two.
  func united(with other: LengthRange) -> LengthRange {
    LengthRange(
      minimum: max(minimum, other.minimum),
      ideal: max(ideal, other.ideal),
      maximum: max(maximum, other.maximum)
    )
  }

  /// Returns the length to use in a limited space: the whole space, but no more than the maximum.
  func length(in available: Int) -> Int { min(max(available, 0), maximum) }
}

enum LengthDistributor {
  /// Returns the length of each item; together, the lengths don't exceed the total.
  ///
  /// If there is enough space, every item gets its ideal length, and flexible items share the rest. Items with the
  /// highest priority grow first, and items with the same priority grow equally. If there isn't enough space, items
  /// shrink to their minimum: lowest priority first and, within a priority, longest first. If that isn't enough, items
  /// are removed, starting with the last item with the lowest priority.
  static func lengths(of ranges: [LengthRange], priorities: [Int], total: Int) -> [Int] {
    var lengths = ranges.map(\.ideal)
    let needed = lengths.reduce(0, +)
    let order = Set(priorities).sorted()
    if needed <= total {
      var free = total - needed
      for priority in order.reversed() where free > 0 {
        grow(priorities.indices.filter { priorities[$0] == priority }, ranges, &lengths, &free)
      }
      return lengths
    }
    var excess = needed - max(total, 0)
    for priority in order where excess > 0 {
      shrink(priorities.indices.filter { priorities[$0] == priority }, ranges, &lengths, &excess)
    }
    for priority in order where excess > 0 {
      for index in priorities.indices.reversed() where priorities[index] == priority && excess > 0 {
        let cut = min(lengths[index], excess)
        lengths[index] -= cut
        excess -= cut
      }
    }
    return lengths
  }

  /// Extends the members equally until the space is used up or all members have reached their maximum length.
  private static func grow(_ members: [Int], _ ranges: [LengthRange], _ lengths: inout [Int], _ free: inout Int) {
    var growing = members.filter { lengths[$0] < ranges[$0].maximum }
    while free > 0 && !growing.isEmpty {
      let share = free / growing.count
      let room = growing.map { ranges[$0].maximum - lengths[$0] }.min() ?? 0
      if share == 0 || room == 0 {
        // There are fewer cells than members, so the first members get one cell each.
        for index in growing.prefix(free) { lengths[index] += 1 }
        free -= min(free, growing.count)
      } else {
        let step = min(share, room)
        for index in growing { lengths[index] += step }
        free -= step * growing.count
      }
      growing.removeAll { lengths[$0] >= ranges[$0].maximum }
    }
  }

  /// Shrinks the longest members until everything fits or all members have reached their minimum length.
  private static func shrink(_ members: [Int], _ ranges: [LengthRange], _ lengths: inout [Int], _ excess: inout Int) {
    while excess > 0 {
      let candidates = members.filter { lengths[$0] > ranges[$0].minimum }
      guard let longest = candidates.map({ lengths[$0] }).max() else { return }
      let equals = candidates.filter { lengths[$0] == longest }
      // Shrink to the next shorter length or to a minimum in one step.
      let next = candidates.map { lengths[$0] }.filter { $0 < longest }.max() ?? 0
      let limit = max(next, equals.map { ranges[$0].minimum }.max() ?? 0)
      let step = min(longest - limit, excess / equals.count)
      if step > 0 {
        for index in equals { lengths[index] -= step }
        excess -= step * equals.count
      } else {
        for index in equals.suffix(excess) { lengths[index] -= 1 }
        excess -= min(excess, equals.count)
      }
    }
  }
}
