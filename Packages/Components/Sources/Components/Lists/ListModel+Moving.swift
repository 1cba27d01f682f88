extension ListModel {
  /// Selects the item in a row, or removes the selection for `nil`, and returns whether the row exists.
  @discardableResult
  public mutating func select(row: Int?) -> Bool {
    if let row, !visible.indices.contains(row) { return false }
    state.selection = row
    hiddenSelection = nil
    return true
  }

  /// Selects the item with an ID if it is visible, and returns whether it is visible.
  @discardableResult
  public mutating func select(_ id: ID) -> Bool {
    guard let row = row(of: id) else { return false }
    return select(row: row)
  }

  /// Moves the selection by a number of rows, within the list, and returns the newly selected item.
  @discardableResult
  public mutating func moveSelection(by distance: Int) -> Item? {
    state.moveSelection(by: distance, count: count)
    hiddenSelection = nil
    return selectedItem
  }

  /// Moves the selection by a number of sections, to the first row of a section.
  mutating func moveSection(by distance: Int) {
    guard !groups.isEmpty, distance != 0 else { return }
    hiddenSelection = nil
    guard let selection = state.selection else {
      state.moveSelection(by: distance, count: count)
      return
    }
    let current = map.section(ofRow: selection)
    // Moving up from inside a section stops at its first row.
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

  /// Scrolls as little as possible to make the selection and the heading above it visible.
  ///
  /// - Parameter height: The height of the list in lines, without the headings of a table.
  public mutating func reveal(height: Int) {
    state.offset = map.offset(of: state, height: height, withHeading: true)
  }

  /// Moves the selection in response to a key press, and returns whether the key is a movement key.
  ///
  /// The keys are the arrows, `j` and `k`, the page keys, the half-page keys, Home and `g`, End and `G`. The keys `{`
  /// and `}` move between sections. A page is the height of the list in lines, without a table's headings.
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

  /// Scrolls down by a number of lines, or up if it is negative, keeping the selection in the visible area.
  ///
  /// A page is the height of the list in lines, without the headings of a table.
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
    // If the height is a single line, show a row instead of its heading.
    state.offset = map.offset(of: state, height: height)
  }

  /// Handles an event that has no key binding, and returns its effect on the list.
  ///
  /// The target is the list's or table's name, and a page is its height in lines, without a table's headings.
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

/// The effect of an event on a ``ListModel``.
public enum ListReaction: Hashable, Sendable {
  case ignored
  /// The list handled the event, for example by moving the selection.
  case handled
  /// The selected item should be opened, after Enter or a double click.
  case opened
}

extension ListModel {
  /// Returns, in O(1), a list widget that shows the model and requests only visible rows.
  ///
  /// With `showsCounts`, headings show their row counts. The target is the name of the click and wheel targets, as in
  /// ``handle(_:target:page:)``.
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
  /// Returns, in O(1), a table widget that shows the model and requests only visible cells.
  ///
  /// - Parameters:
  ///   - columns: The columns, in order.
  ///   - columnGap: The number of cells between columns, or `nil` for the theme's spacing.
  ///   - sort: The sort order to indicate in the headings.
  ///   - isFocused: Whether the table has the keyboard focus.
  ///   - target: The name of the click and wheel targets, as in ``handle(_:target:page:)``. Targets of headings have
  ///     the suffix `.column`.
  ///   - picture: Returns a widget to draw in an item's cell, or `nil` for text.
  ///   - cell: Returns the text of an item's cell. The table calls it only for visible rows.
  /// - Returns: The table with the model's state.
  public func table(
    columns: [TableColumn],
    columnGap: Int? = nil,
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
      columnGap: columnGap,
      sort: sort,
      isFocused: isFocused,
      target: target,
      isMarked: marked.isEmpty
        ? nil : { [items, visible, identify, marked] row in marked.contains(identify(items[visible[row]])) },
      picture: picture.map { picture in { [items, visible] row, column in picture(items[visible[row]], column) } }
    ) { [items, visible] row, column in
      cell(items[visible[row]], column)
    }
  }
}
