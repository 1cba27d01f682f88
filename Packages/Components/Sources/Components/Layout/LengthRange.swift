/// How long something wants to be along one axis, in cells.
public struct LengthRange: Hashable, Sendable {
  /// The least that makes sense.
  public let minimum: Int
  /// What it would like; not less than the minimum.
  public let ideal: Int
  /// The most that it can use; not less than the ideal.
  public let maximum: Int

  /// Stands for no limit; sums of lengths are cut to it.
  public static let unlimited = Int(Int32.max)

  /// Creates a range; lengths out of order are raised, negative ones count as 0.
  public init(minimum: Int, ideal: Int, maximum: Int) {
    self.minimum = min(max(minimum, 0), Self.unlimited)
    self.ideal = min(max(ideal, self.minimum), Self.unlimited)
    self.maximum = min(max(maximum, self.ideal), Self.unlimited)
  }

  /// Exactly this length.
  public static func fixed(_ length: Int) -> LengthRange {
    LengthRange(minimum: length, ideal: length, maximum: length)
  }

  /// At least a length, and whatever more there is.
  public static func flexible(minimum: Int, ideal: Int) -> LengthRange {
    LengthRange(minimum: minimum, ideal: ideal, maximum: unlimited)
  }

  /// The range of something with a margin around it.
  public func adding(_ margin: Int) -> LengthRange {
    LengthRange(
      minimum: minimum + margin,
      ideal: ideal + margin,
      maximum: maximum == Self.unlimited ? maximum : maximum + margin
    )
  }

  /// The range of two things one after the other.
  static func + (left: LengthRange, right: LengthRange) -> LengthRange {
    LengthRange(
      minimum: left.minimum + right.minimum,
      ideal: left.ideal + right.ideal,
      maximum: left.maximum + right.maximum
    )
  }

  /// The range of two things beside each other, which need as much as the one that needs more.
  func united(with other: LengthRange) -> LengthRange {
    LengthRange(
      minimum: max(minimum, other.minimum),
      ideal: max(ideal, other.ideal),
      maximum: max(maximum, other.maximum)
    )
  }

  /// The ideal length as far as there is room: at most the length given, and all of it for what can use it.
  func length(in available: Int) -> Int { min(max(available, 0), maximum) }
}

/// Shares a length among things that stand one after another.
enum LengthDistributor {
  /// The length of each; together they take no more than the total.
  ///
  /// Everything gets its ideal length if there is room. What is left over goes to those that can use it, the highest
  /// priority first, equally among equals. Where there is too little, the lowest priority gives way first, and in it the
  /// longest, down to the minimum; where that is not enough either, the last ones of the lowest priority disappear.
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

  /// Lengthens the members equally until nothing is free or all have their maximum.
  private static func grow(_ members: [Int], _ ranges: [LengthRange], _ lengths: inout [Int], _ free: inout Int) {
    var growing = members.filter { lengths[$0] < ranges[$0].maximum }
    while free > 0 && !growing.isEmpty {
      let share = free / growing.count
      let room = growing.map { ranges[$0].maximum - lengths[$0] }.min() ?? 0
      if share == 0 || room == 0 {
        // Fewer cells than members: the first ones get one each.
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

  /// Shortens the longest members until nothing is too much or all have their minimum.
  private static func shrink(_ members: [Int], _ ranges: [LengthRange], _ lengths: inout [Int], _ excess: inout Int) {
    while excess > 0 {
      let candidates = members.filter { lengths[$0] > ranges[$0].minimum }
      guard let longest = candidates.map({ lengths[$0] }).max() else { return }
      let equals = candidates.filter { lengths[$0] == longest }
      // Down to the next longest, or to a member's minimum, at once.
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
