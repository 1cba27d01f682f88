/// What stacks of both directions have in common.
struct StackLayout {
  let children: [any Widget]
  let spacing: Int

  /// The cells between the children together.
  var gaps: Int { max(children.count - 1, 0) * spacing }

  private var priorities: [Int] { children.map(\.layoutPriority) }

  /// The start and the length of every child; gaps are given up before children are.
  func placements(_ ranges: [LengthRange], total: Int) -> [Range<Int>] {
    let needed = ranges.reduce(0) { $0 + $1.minimum }
    let gap = children.count > 1 ? min(spacing, max(total - needed, 0) / (children.count - 1)) : 0
    let available = total - gap * max(children.count - 1, 0)
    var start = 0
    return LengthDistributor.lengths(of: ranges, priorities: priorities, total: available).map { length in
      defer { start += length + gap }
      return start..<(start + length)
    }
  }

  /// The range across the stack: what the child that needs most needs; spacers do not count.
  func crossRange(_ range: (any Widget) -> LengthRange) -> LengthRange {
    children.reduce(.fixed(0)) { $1 is Spacer ? $0 : $0.united(with: range($1)) }
  }
}
