/// Which row of a list or table is chosen, and which is the first that is shown; kept by whoever shows it.
public struct ListState: Hashable, Sendable {
  /// The chosen row, counted from 0 over all sections; nil for none.
  public var selection: Int?
  /// The first line that is shown, headings counted.
  public var offset: Int

  /// Creates a state.
  public init(selection: Int? = nil, offset: Int = 0) {
    self.selection = selection
    self.offset = offset
  }

  /// Moves the selection by rows, as far as there are rows; without one to the first, or to the last if moving up.
  public mutating func moveSelection(by distance: Int, count: Int) {
    guard count > 0 else {
      selection = nil
      return
    }
    guard let selection else {
      self.selection = distance < 0 ? count - 1 : 0
      return
    }
    let moved = selection.addingReportingOverflow(distance)
    let target = moved.overflow ? (distance < 0 ? 0 : count - 1) : moved.partialValue
    self.selection = min(max(target, 0), count - 1)
  }

  /// Chooses the first row.
  mutating func selectFirst(count: Int) { selection = count > 0 ? 0 : nil }

  /// Chooses the last row.
  mutating func selectLast(count: Int) { selection = count > 0 ? count - 1 : nil }

  /// The first line to show, moved as little as possible so that lines are visible and the end fills the area.
  func effectiveOffset(revealing lines: Range<Int>?, total: Int, visible: Int) -> Int {
    var first = offset
    if let lines { first = ScrollState.revealed(first, lines.lowerBound, lines.upperBound, max(visible, 1)) }
    return max(min(first, total - visible), 0)
  }
}

extension ListState {
  /// Moves the selection by a press of a key: arrows and `j` `k`, pages, half pages, Home `g` and End `G`.
  ///
  /// - Parameters:
  ///   - press: The press.
  ///   - count: How many rows there are.
  ///   - page: How many rows a page moves.
  /// - Returns: Whether the press is one of moving.
  public mutating func handle(_ press: KeyPress, count: Int, page: Int) -> Bool {
    switch (press.key, press.modifiers) {
    case (.up, []), (.character("k"), []): moveSelection(by: -1, count: count)
    case (.down, []), (.character("j"), []): moveSelection(by: 1, count: count)
    case (.pageUp, []): moveSelection(by: -max(page, 1), count: count)
    case (.pageDown, []): moveSelection(by: max(page, 1), count: count)
    case (.character("u"), .control): moveSelection(by: -max(page / 2, 1), count: count)
    case (.character("d"), .control): moveSelection(by: max(page / 2, 1), count: count)
    case (.home, []), (.character("g"), []): selectFirst(count: count)
    case (.end, []), (.character("G"), []): selectLast(count: count)
    default: return false
    }
    return true
  }
}
