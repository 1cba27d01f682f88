/// The selected row and the scroll position of a list or table, stored by its owner.
public struct ListState: Hashable, Sendable {
  /// The selected row, counted from 0 across all sections, or `nil` if no row is selected.
  public var selection: Int?
  /// The first visible line, with headings counting as lines.
  public var offset: Int

  /// Creates a state, by default at the start and without a selection.
  public init(selection: Int? = nil, offset: Int = 0) {
    self.selection = selection
    self.offset = offset
  }

  /// Moves the selection by rows, within the list.
  ///
  /// If no row is selected, this selects the first row, or the last row when moving up.
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

  mutating func selectFirst(count: Int) { selection = count > 0 ? 0 : nil }

  mutating func selectLast(count: Int) { selection = count > 0 ? count - 1 : nil }

  /// Returns the first line to show, changed as little as necessary to reveal the given lines and to fill the area.
  func effectiveOffset(revealing lines: Range<Int>?, total: Int, visible: Int) -> Int {
    var first = offset
    if let lines { first = ScrollState.revealed(first, lines.lowerBound, lines.upperBound, max(visible, 1)) }
    return max(min(first, total - visible), 0)
  }
}

extension ListState {
  /// Moves the selection in response to a key press, and returns whether the key is a movement key.
  ///
  /// The keys are the arrows, `j` and `k`, the page keys, the half-page keys, Home and `g`, End and `G`. A page is the
  /// number of rows that a page key moves.
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
