extension ListModel {
  /// Selects the item in a row, as for a click; nil selects none.
  ///
  /// - Returns: Whether there is such a row.
  @discardableResult
  public mutating func select(row: Int?) -> Bool {
    if let row, !visible.indices.contains(row) { return false }
    state.selection = row
    hiddenSelection = nil
    return true
  }

  /// Selects the item with an id.
  ///
  /// - Returns: Whether it is shown.
  @discardableResult
  public mutating func select(_ id: ID) -> Bool {
    guard let row = row(of: id) else { return false }
    return select(row: row)
  }

  /// Moves the selection by rows, as far as there are rows.
  ///
  /// - Returns: The item that is selected then.
  @discardableResult
  public mutating func moveSelection(by distance: Int) -> Item? {
    state.moveSelection(by: distance, count: count)
    hiddenSelection = nil
    return selectedItem
  }

  /// Moves the selection to the first row of a section: of the next ones, or, if the distance is negative, of this one and
  /// of those before it.
  mutating func moveSection(by distance: Int) {
    guard !groups.isEmpty, distance != 0 else { return }
    hiddenSelection = nil
    guard let selection = state.selection else {
      state.moveSelection(by: distance, count: count)
      return
    }
    let current = map.section(ofRow: selection)
    // Going back from within a section its own start is the first one on the way.
    let isAtStart = groups[current].rows.lowerBound == selection
    let start = distance < 0 && !isAtStart ? current + 1 : current
    let target = start.addingReportingOverflow(distance)
    let bounded = target.overflow ? (distance < 0 ? 0 : Int.max) : target.partialValue
    if bounded >= groups.count {
      state.selectLast(count: count)
    } else {
      state.selection = groups[max(bounded, 0)].rows.lowerBound
    }
  }

  /// Moves the first line that is shown as little as possible so that the selection is visible, with the heading above it.
  ///
  /// - Parameter height: the lines of the list; for a table without those of its headings.
  public mutating func reveal(height: Int) {
    state.offset = map.offset(of: state, height: height, withHeading: true)
  }

  /// Moves by a press of a key: arrows and `j` `k`, pages, half pages, Home `g` and End `G`, and `{` `}` from section to section.
  ///
  /// - Parameters:
  ///   - press: The press.
  ///   - page: The lines of the list, which a page moves and in which the selection is kept visible; for a table without
  ///     those of its headings.
  /// - Returns: Whether the press is one of moving.
  public mutating func handle(_ press: KeyPress, page: Int) -> Bool {
    switch (press.key, press.modifiers) {
    case (.character("{"), []): moveSection(by: -1)
    case (.character("}"), []): moveSection(by: 1)
    default:
      guard state.handle(press, count: count, page: page) else { return false }
      hiddenSelection = nil
    }
    reveal(height: page)
    return true
  }

  /// Turns the wheel: the lines move, and the selection goes along once it would be out of sight.
  ///
  /// - Parameters:
  ///   - rows: By how many lines; down counts up.
  ///   - page: The lines of the list; for a table without those of its headings.
  public mutating func scroll(by rows: Int, page: Int) {
    let height = max(page, 1)
    let old = map.offset(of: state, height: height)
    let moved = old.addingReportingOverflow(rows)
    let target = moved.overflow ? (rows < 0 ? 0 : Int.max) : moved.partialValue
    let first = max(min(target, map.lineCount - height), 0)
    state.offset = first
    guard first != old, let selection = state.selection, let line = map.line(ofRow: selection) else { return }
    if line < first {
      _ = select(row: map.firstRow(atOrAfterLine: first))
    } else if line >= first + height {
      _ = select(row: max(map.firstRow(atOrAfterLine: first + height) - 1, 0))
    }
    // In a single line a heading makes way for the row next to it.
    state.offset = map.offset(of: state, height: height)
  }

  /// Takes what a person does in the list.
  ///
  /// - Parameters:
  ///   - event: What no binding of the screen took.
  ///   - target: The name that the list or table was given.
  ///   - page: The lines of the list; for a table without those of its headings.
  /// - Returns: What it meant.
  public mutating func handle(_ event: ScreenEvent, target: String, page: Int) -> ListReaction {
    switch event {
    case .key(KeyPress(.enter)):
      return state.selection == nil ? .ignored : .opened
    case .key(let press):
      return handle(press, page: page) ? .handled : .ignored
    case .click(target, let row?, _, let count):
      guard select(row: row) else { return .ignored }
      return count == 2 ? .opened : .handled
    case .scroll(target, _, let rows):
      scroll(by: rows, page: page)
      return .handled
    default:
      return .ignored
    }
  }
}

/// What an event meant to a ``ListModel``.
public enum ListReaction: Hashable, Sendable {
  /// Nothing: it is for somebody else.
  case ignored
  /// The list took it, as for moving the selection.
  case handled
  /// The selected item is to be opened: Enter, or a double click.
  case opened
}

extension ListModel {
  /// Makes the list that shows the model, in O(1): rows are asked for when they are drawn.
  ///
  /// - Parameters:
  ///   - isFocused: whether keys go to the list.
  ///   - target: the name for clicks and the wheel, as for ``handle(_:target:page:)``.
  ///   - showsCounts: whether headings show the numbers of their rows.
  ///   - row: gives the row of an item; called for visible rows only.
  /// - Returns: The list, in the model's state.
  public func list(
    isFocused: Bool = true,
    target: String? = nil,
    showsCounts: Bool = true,
    row: @escaping (Item) -> ListRow
  ) -> SectionedList {
    SectionedList(
      sections: sections,
      map: map,
      state: state,
      isFocused: isFocused,
      target: target,
      showsCounts: showsCounts
    ) {
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
  ///   - picture: Gives the widget to draw in a cell of an item instead of its text; nil for text.
  ///   - cell: gives a cell of an item; called for visible rows only.
  /// - Returns: The table, in the model's state.
  public func table(
    columns: [TableColumn],
    sort: TableSort? = nil,
    isFocused: Bool = true,
    target: String? = nil,
    picture: ((_ item: Item, _ column: Int) -> (any Widget)?)? = nil,
    cell: @escaping (_ item: Item, _ column: Int) -> StyledText
  ) -> Table {
    Table(
      columns: columns,
      rowCount: count,
      state: state,
      sort: sort,
      isFocused: isFocused,
      target: target,
      picture: picture.map { picture in { [items, visible] row, column in picture(items[visible[row]], column) } }
    ) { [items, visible] row, column in
      cell(items[visible[row]], column)
    }
  }
}
