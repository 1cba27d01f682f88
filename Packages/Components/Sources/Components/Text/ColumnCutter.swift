/// A selector for the parts of text that remain after truncation or column extraction.
struct ColumnCutter {
  let scanner: ClusterScanner

  func totalWidth() -> Int {
    var width = 0
    forEachCluster { _, cluster, _ in
      width += cluster.width
      return true
    }
    return width
  }

  /// Returns the parts of the text that fit together with the ellipsis, or `nil` if the whole text fits.
  func truncated(to width: Int, at position: TruncationPosition, ellipsisWidth: Int) -> [TextPiece]? {
    let total = totalWidth()
    guard total > max(width, 0) else { return nil }
    let end = scanner.bytes.count
    guard width > 0 else { return [] }
    // If not even the ellipsis fits, fill the width with text instead.
    let sign = ellipsisWidth <= width ? ellipsisWidth : 0
    let available = width - sign
    let headWidth: Int
    switch position {
    case .start: headWidth = 0
    case .middle: headWidth = (available + 1) / 2
    case .end: headWidth = available
    }
    let head = prefixEnd(headWidth)
    let tail = position == .end ? end : suffixStart(available - headWidth, total: total)
    var pieces: [TextPiece] = []
    if head > 0 { pieces.append(.bytes(0..<head)) }
    if sign > 0 { pieces.append(.ellipsis(at: position == .start ? tail : head)) }
    if tail < end { pieces.append(.bytes(tail..<end)) }
    return pieces
  }

  /// Returns the parts of the text in a range of columns, with blanks for wide clusters that are only half within it.
  func columns(_ columns: Range<Int>) -> [TextPiece] {
    var pieces: [TextPiece] = []
    var run: Range<Int>?
    forEachCluster { start, cluster, column in
      let columnEnd = column + cluster.width
      if column >= columns.upperBound && (cluster.width > 0 || column > columns.upperBound) { return false }
      let isInside =
        cluster.width == 0
        ? columns.lowerBound..<columns.upperBound ~= column
        : column >= columns.lowerBound && columnEnd <= columns.upperBound
      if isInside, run == nil, case .blanks? = pieces.last, scanner.startsWithMark(cluster) {
        // A mark whose base is outside the range would combine with the blank and change its width.
        if cluster.width > 0 { pieces.append(.blanks(cluster.width, at: start)) }
        return true
      }
      if isInside {
        run = (run?.lowerBound ?? start)..<cluster.end
        return true
      }
      let blanks = min(columnEnd, columns.upperBound) - max(column, columns.lowerBound)
      if blanks > 0 {
        if let finished = run { pieces.append(.bytes(finished)) }
        run = nil
        pieces.append(.blanks(blanks, at: start))
      }
      return true
    }
    if let finished = run { pieces.append(.bytes(finished)) }
    return pieces
  }

  /// Returns the end of the longest prefix that fits into a width, including trailing zero-width clusters.
  private func prefixEnd(_ width: Int) -> Int {
    var result = 0
    guard width > 0 else { return 0 }
    forEachCluster { _, cluster, column in
      guard column + cluster.width <= width else { return false }
      result = cluster.end
      return true
    }
    return result
  }

  /// Returns the start of the longest suffix that fits, without a leading mark, which would combine with the ellipsis.
  private func suffixStart(_ width: Int, total: Int) -> Int {
    var result = scanner.bytes.count
    guard width > 0 else { return result }
    forEachCluster { start, cluster, column in
      guard total - column <= width, cluster.width > 0, !scanner.startsWithMark(cluster) else { return true }
      result = start
      return false
    }
    return result
  }

  /// Calls a closure with the start, value and column of every cluster, until the closure returns `false`.
  @inline(__always)
  private func forEachCluster(_ body: (Int, ClusterScanner.Cluster, Int) -> Bool) {
    var index = 0
    var column = 0
    while index < scanner.bytes.count {
      let cluster = scanner.cluster(at: index)
      guard body(index, cluster, column) else { return }
      column += cluster.width
      index = cluster.end
    }
  }
}

/// The position of the ellipsis in truncated text.
public enum TruncationPosition: Hashable, Sendable {
  case start
  case middle
  case end
}
