extension ListModel {
  /// Makes the list that shows the model, in O(1): rows are asked for when they are drawn.
  ///
  /// - Parameters:
  ///   - isFocused: whether keys go to the list.
  ///   - target: the name for clicks and the wheel, as for ``handle(_:target:page:)``.
  ///   - row: gives the row of an item; called for visible rows only.
  /// - Returns: The list, in the model's state.
  public func list(
    isFocused: Bool = true,
    target: String? = nil,
    row: @escaping (Item) -> ListRow
  ) -> SectionedList {
    SectionedList(sections: sections, map: map, state: state, isFocused: isFocused, target: target) {
      [items, visible, groups] section, number in
      row(items[visible[groups[section].rows.lowerBound + number]])
    }
  }
}

extension ListModel where Section == Never {
  /// Makes the table that shows the model, in O(1): cells are asked for when they are drawn.
  ///
  /// - Parameters:
  ///   - columns: the columns, in order.
  ///   - sort: by which column the items are sorted, for the mark.
  ///   - isFocused: whether keys go to the table.
  ///   - target: the name for clicks and the wheel, as for ``handle(_:target:page:)``; clicks on headings have the name
  ///     followed by `.column`.
  ///   - cell: gives a cell of an item; called for visible rows only.
  /// - Returns: The table, in the model's state.
  public func table(
    columns: [TableColumn],
    sort: TableSort? = nil,
    isFocused: Bool = true,
    target: String? = nil,
    cell: @escaping (_ item: Item, _ column: Int) -> StyledText
  ) -> Table {
    Table(columns: columns, rowCount: count, state: state, sort: sort, isFocused: isFocused, target: target) {
      [items, visible] row, column in
      cell(items[visible[row]], column)
    }
  }
}
