extension ListModel {
  /// Replaces the items, for example after a refresh.
  ///
  /// If `filter` is `nil` and an earlier filter is set, its matches that still exist stay visible, and new items are
  /// hidden. If `ordering` is `nil`, the sort order stays the same.
  public mutating func update(_ items: [Item], filter: ListFilter<ID>? = nil, ordering: ListOrdering<Item>? = nil) {
    let old = (items: self.items, visible: visible, row: state.selection)
    let screenLine = screenLine
    let matches = isFiltered && filter == nil ? Set(visible.map { identify(self.items[$0]) }) : []
    let remembered = hiddenSelection ?? selectedID
    self.items = items
    if let ordering { self.ordering = ordering }
    index()
    if !marked.isEmpty { marked = marked.filter { indicesByID[$0] != nil } }
    arrange()
    apply(filter ?? (isFiltered ? .ids(matches) : .all))
    if let remembered, indicesByID[remembered] != nil {
      let selected = old.row.flatMap { indicesByID[identify(old.items[old.visible[$0]])] }
      restoreSelection(reference: selected, keeping: screenLine)
      return
    }
    hiddenSelection = nil
    state.selection = old.row.flatMap { row in
      nearestSurvivor(of: row, in: old.visible, of: old.items) ?? (isEmpty ? nil : min(row, count - 1))
    }
    finishSelection(keeping: screenLine)
  }

  /// Changes the sort order, in O(n log n).
  public mutating func setOrdering(_ ordering: ListOrdering<Item>?) {
    self.ordering = ordering
    rearrange()
  }

  /// Changes the grouping, in O(n log n).
  public mutating func setGrouping(_ grouping: ListGrouping<Item, Section>?) {
    self.grouping = grouping
    rearrange()
  }

  /// Changes which items are visible, in O(m log m + s) for m matches and s sections.
  public mutating func setFilter(_ filter: ListFilter<ID>) {
    let screenLine = screenLine
    let selected = state.selection.map { visible[$0] }
    apply(filter)
    restoreSelection(reference: selected, keeping: screenLine)
  }

  private mutating func rearrange() {
    let screenLine = screenLine
    let selected = state.selection.map { visible[$0] }
    let filter: ListFilter<ID> = isFiltered ? .indices(visible) : .all
    arrange()
    apply(filter)
    restoreSelection(reference: selected, keeping: screenLine)
  }

  // MARK: Indices

  mutating func arrange() {
    let permutation = ordering?.permutation(of: items) ?? Array(items.indices)
    if let grouping {
      (arrangement, allGroups) = grouping.arranged(items, permutation)
    } else {
      arrangement = permutation
      allGroups = items.isEmpty ? [] : [ListGroup(nil, title: "", rows: 0..<items.count)]
    }
    places = Array(repeating: 0, count: items.count)
    for place in arrangement.indices { places[arrangement[place]] = place }
  }

  mutating func apply(_ filter: ListFilter<ID>) {
    switch filter {
    case .all:
      isFiltered = false
      visible = arrangement
      groups = allGroups
    case .indices(let indices):
      show(indices.filter { items.indices.contains($0) })
    case .ids(let ids):
      // Items with the same ID match together, so the lookup by ID requires unique IDs.
      show(
        hasUniqueIDs
          ? ids.compactMap { indicesByID[$0] } : items.indices.filter { ids.contains(identify(items[$0])) }
      )
    }
    sections = groups.map { SectionedList.Section(sanitized: $0.title, count: $0.rows.count) }
    map = SectionMap(counts: sections.map { ($0.count, !$0.title.isEmpty) })
  }

  private mutating func show(_ indices: [Int]) {
    isFiltered = true
    var shown = indices.map { places[$0] }
    shown.sort()
    visible.removeAll(keepingCapacity: true)
    visible.reserveCapacity(shown.count)
    groups = []
    var position = 0
    for group in allGroups {
      let start = visible.count
      while position < shown.count, shown[position] < group.rows.upperBound {
        let index = arrangement[shown[position]]
        if visible.last != index { visible.append(index) }
        position += 1
      }
      if visible.count > start { groups.append(group.with(rows: start..<visible.count)) }
    }
  }

  // MARK: Selection

  private var screenLine: Int? { state.selection.flatMap { map.line(ofRow: $0) }.map { $0 - state.offset } }

  /// Restores the selection, or selects the item that has taken its place, on the same screen line.
  private mutating func restoreSelection(reference: Int?, keeping screenLine: Int?) {
    let hidden = hiddenSelection.flatMap { indicesByID[$0] }
    if let row = hidden.flatMap({ row(ofIndex: $0) }) {
      state.selection = row
      hiddenSelection = nil
    } else if let reference = reference ?? hidden {
      let row = firstRow(atOrAfterPlace: places[reference])
      state.selection = isEmpty ? nil : min(row, count - 1)
      let isShown = row < count && visible[row] == reference
      if !isShown, hiddenSelection == nil { hiddenSelection = identify(items[reference]) }
    } else {
      state.selection = nil
    }
    finishSelection(keeping: screenLine)
  }

  private mutating func finishSelection(keeping screenLine: Int?) {
    if state.selection == nil && alwaysSelects { state.selectFirst(count: count) }
    if let screenLine, let line = state.selection.flatMap({ map.line(ofRow: $0) }) {
      state.offset = line - screenLine
    }
    state.offset = max(min(state.offset, map.lineCount - 1), 0)
  }

  private func nearestSurvivor(of row: Int, in oldVisible: [Int], of oldItems: [Item]) -> Int? {
    for distance in 0..<max(oldVisible.count - row, row + 1) {
      for neighbor in [row + distance, row - distance] where oldVisible.indices.contains(neighbor) {
        if let found = self.row(of: identify(oldItems[oldVisible[neighbor]])) { return found }
      }
    }
    return nil
  }
}
