extension ListModel {
  /// Marks the selected item or removes its mark, and selects the next item.
  public mutating func toggleMark() {
    guard let selectedID else { return }
    marked.formSymmetricDifference([selectedID])
    moveSelection(by: 1)
  }

  /// Removes all marks.
  public mutating func removeMarks() { marked = [] }

  /// The marked items in display order, including hidden items.
  ///
  /// Complexity: O(items).
  public var markedItems: [Item] {
    marked.isEmpty ? [] : arrangement.map { items[$0] }.filter { marked.contains(identify($0)) }
  }

  /// The marked items in display order, or the selected item if no items are marked.
  public var chosenItems: [Item] { marked.isEmpty ? selectedItem.map { [$0] } ?? [] : markedItems }
}
