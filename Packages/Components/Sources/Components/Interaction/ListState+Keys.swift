extension ListState {
  /// Moves the selection by a press of a key: arrows and `j` `k`, pages, Home `g` and End `G`.
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
    case (.pageUp, []), (.character("b"), .control): moveSelection(by: -max(page, 1), count: count)
    case (.pageDown, []), (.character("f"), .control): moveSelection(by: max(page, 1), count: count)
    case (.home, []), (.character("g"), []): selectFirst(count: count)
    case (.end, []), (.character("G"), []): selectLast(count: count)
    default: return false
    }
    return true
  }
}
