/// Which columns of a table a terminal has room for, and how wide they are.
enum TextTableFitting {
  /// The columns that are shown.
  ///
  /// - Parameters:
  ///   - columns: All columns.
  ///   - widths: How wide each is with nothing cut.
  ///   - gap: The cells between two columns.
  ///   - width: The cells of a line.
  /// - Returns: The numbers of those that can't be left out, and of as many others as there is room for, where flexible columns take as few
  ///   cells as they can do with; at least one.
  static func columns(_ columns: [TextTable.Column], widths: [Int], gap: Int, fitting width: Int) -> [Int] {
    let needed = zip(columns, widths).map { $0.isFlexible ? min($1, $0.minimumWidth) : $1 }
    var kept = Array(columns.indices)
    while kept.count > 1, kept.reduce(gap * (kept.count - 1), { $0 + needed[$1] }) > width {
      // Of equal ones the first that is found, so the last column.
      let optional = kept.reversed().compactMap { index in columns[index].priority.map { (index, $0) } }
      guard let least = optional.min(by: { $0.1 < $1.1 }) else { break }
      kept.removeAll { $0 == least.0 }
    }
    return kept
  }

  /// The least total that fits: flexible columns give way first, then all, always the widest.
  static func narrowed(_ widths: [Int], _ columns: [TextTable.Column], to available: Int) -> [Int] {
    var result = widths
    var excess = widths.reduce(0, +) - available
    let flexibleLimits = columns.indices.map { columns[$0].isFlexible ? columns[$0].minimumWidth : Int.max }
    let lastLimits = columns.map { _ in 1 }
    for limits in [flexibleLimits, lastLimits] {
      while excess > 0 {
        let candidates = result.indices.filter { result[$0] > limits[$0] }
        guard let widest = candidates.max(by: { result[$0] < result[$1] }) else { break }
        // Down to the next widest at once, so that the loop runs once per column and not once per cell.
        let next = candidates.filter { result[$0] < result[widest] }.map { result[$0] }.max() ?? 0
        let equals = candidates.filter { result[$0] == result[widest] }.count
        let step = max(min(result[widest] - max(next, limits[widest]), excess / equals), 1)
        result[widest] -= step
        excess -= step
      }
    }
    return result
  }
}
