extension ListModel {
  /// Marks the selected item or removes its mark, and selects the next item.
  public mutating func toggleMark() {
    guard let selectedID else { return }
    marked.formSymmetricDifference([selectedID])
    moveSelection(by: 1)
  }

  /// Marks exactly the items with the given IDs, and ignores IDs without an item.
  public mutating func setMarks(_ ids: Set<ID>) { marked = ids.filter { indicesByID[$0] != nil } }

  /// Removes all marks.
  public mutating func removeMarks() { marked = [] }

  /// The marked items in display order, including hidden items, in O(items).
  public var markedItems: [Item] {
    marked.isEmpty ? [] : arrangement.map { items[$0] }.filter { marked.contains(identify($0)) }
  }

  /// The marked items in display order, or the selected item if no items are marked.
  public var chosenItems: [Item] { marked.isEmpty ? selectedItem.map { [$0] } ?? [] : markedItems }

  /// The visible marked items in display order, or else the selected item, so actions don't change hidden items.
  public var chosenVisibleItems: [Item] {
    let chosen = marked.isEmpty ? [] : visibleItems.filter { marked.contains(identify($0)) }
    return chosen.isEmpty ? selectedItem.map { [$0] } ?? [] : chosen
  }

  /// Removes the marks from the given items.
  public mutating func removeMarks(of ids: [ID]) { marked.subtract(ids) }
}
