/// A model of sorted, grouped and filtered items with a stable selection, for lists and tables.
///
/// The model is a value stored by a view model. It sorts and groups items in O(n log n) when the items or the order
/// change. Setting a filter takes O(m log m) for m matches, and handling a key press or click takes O(log n). The
/// drawing time depends only on the number of visible rows. The model is `Sendable`, so it can be created off the
/// main actor.
///
/// ```swift
/// var people = ListModel(
///   employees,
///   id: \.id,
///   ordering: ListOrdering(by: \.name),
///   grouping: ListGrouping(by: \.team, title: { $0 }, areInIncreasingOrder: <)
/// )
/// people.setFilter(.indices(search.matches))
/// let widget = people.list(target: "people") { ListRow(StyledText($0.name)) }
/// ```
///
/// After items are refreshed, sorted or filtered, the same item is still selected, on the same screen line. If the
/// selected item is removed, its nearest neighbor is selected. If a filter hides the selected item, the item is
/// selected again when it reappears, unless the user has moved the selection.
///
/// For a model without sections, use `Never` as the section type.
public struct ListModel<Item: Sendable, ID: Hashable & Sendable, Section: Hashable & Sendable>: Sendable {
  /// All items in their original order.
  public internal(set) var items: [Item]
  /// The selected row and the first visible line.
  public internal(set) var state = ListState()
  /// The visible sections with their rows, or a single section without a heading if there is no grouping.
  public internal(set) var groups: [ListGroup<Section>] = []
  /// Whether a row is always selected if there are any rows.
  public let alwaysSelects: Bool

  let identify: @Sendable (Item) -> ID
  private let indexed: @Sendable ([Item]) -> [ID: Int]
  var ordering: ListOrdering<Item>?
  var grouping: ListGrouping<Item, Section>?
  /// The first index of each ID.
  private(set) var indicesByID: [ID: Int] = [:]
  /// The indices of all items in display order, without a filter.
  var arrangement: [Int] = []
  var places: [Int] = []
  /// All sections, as ranges of ``arrangement``.
  var allGroups: [ListGroup<Section>] = []
  /// The indices of the visible items, by row.
  var visible: [Int] = []
  /// Whether a filter is set.
  public internal(set) var isFiltered = false
  var sections: [SectionedList.Section] = []
  var map = SectionMap(counts: [])
  /// The IDs of the marked items, visible or not.
  public internal(set) var marked: Set<ID> = []
  /// The ID of the selected item, if a filter has hidden that item.
  var hiddenSelection: ID?

  /// Creates a model.
  ///
  /// IDs identify items across refreshes and should be unique, because an ID refers only to the first item that has it.
  /// Without an ordering, items keep their original order. Keyboard navigation requires `alwaysSelects`.
  @inlinable
  public init(
    _ items: [Item] = [],
    id: @escaping @Sendable (Item) -> ID,
    ordering: ListOrdering<Item>? = nil,
    grouping: ListGrouping<Item, Section>?,
    filter: ListFilter<ID> = .all,
    alwaysSelects: Bool = true
  ) {
    // Creating the closure here, where the types are known, makes it several times faster.
    let indexed: @Sendable ([Item]) -> [ID: Int] = { items in
      var indices: [ID: Int] = [:]
      indices.reserveCapacity(items.count)
      for index in items.indices.reversed() { indices[id(items[index])] = index }
      return indices
    }
    self.init(
      items,
      id: id,
      indexed: indexed,
      ordering: ordering,
      grouping: grouping,
      filter: filter,
      alwaysSelects: alwaysSelects
    )
  }

  @usableFromInline init(
    _ items: [Item],
    id: @escaping @Sendable (Item) -> ID,
    indexed: @escaping @Sendable ([Item]) -> [ID: Int],
    ordering: ListOrdering<Item>?,
    grouping: ListGrouping<Item, Section>?,
    filter: ListFilter<ID>,
    alwaysSelects: Bool
  ) {
    self.items = items
    identify = id
    self.indexed = indexed
    self.ordering = ordering
    self.grouping = grouping
    self.alwaysSelects = alwaysSelects
    index()
    arrange()
    apply(filter)
    if alwaysSelects { state.selectFirst(count: count) }
  }

  mutating func index() { indicesByID = indexed(items) }

  // MARK: Reading

  /// The number of visible rows.
  public var count: Int { visible.count }

  /// The number of lines, including headings.
  public var lineCount: Int { map.lineCount }

  /// Whether no rows are visible, because there are no items or no matches.
  public var isEmpty: Bool { visible.isEmpty }

  /// Whether all IDs are different.
  public var hasUniqueIDs: Bool { indicesByID.count == items.count }

  /// The visible items by row, in O(rows).
  public var visibleItems: [Item] { visible.map { items[$0] } }

  /// Returns the item in a row, or `nil` for an invalid row.
  public func item(at row: Int) -> Item? { index(at: row).map { items[$0] } }

  /// Returns the index in ``items`` for a row, or `nil` for an invalid row.
  public func index(at row: Int) -> Int? { visible.indices.contains(row) ? visible[row] : nil }

  /// Returns the item with an ID, whether it is visible or hidden.
  public func item(_ id: ID) -> Item? { indicesByID[id].map { items[$0] } }

  /// Returns the row of the item with an ID, in O(log rows), or `nil` if the item isn't visible.
  public func row(of id: ID) -> Int? { indicesByID[id].flatMap { row(ofIndex: $0) } }

  /// The selected item, or `nil` if there is no selection.
  public var selectedItem: Item? { state.selection.flatMap { item(at: $0) } }

  /// The ID of the selected item.
  public var selectedID: ID? { selectedItem.map(identify) }

  /// Returns the item that is `distance` rows below another item, or above it if `distance` is negative.
  ///
  /// The result is `nil` beyond the first and last rows and for an unknown ID. If the other item is hidden, counting
  /// starts where that item would be.
  public func item(_ distance: Int, from id: ID) -> Item? {
    guard let index = indicesByID[id] else { return nil }
    let row = firstRow(atOrAfterPlace: places[index])
    let isShown = row < visible.count && places[visible[row]] == places[index]
    let start = !isShown && distance > 0 ? row - 1 : row
    let target = start.addingReportingOverflow(distance)
    return target.overflow ? nil : item(at: target.partialValue)
  }

  /// Returns the rows visible in an area with a height in lines, for example to load their content.
  public func visibleRows(height: Int) -> Range<Int> {
    guard !isEmpty, height > 0 else { return 0..<0 }
    let first = map.offset(of: state, height: height)
    let start = map.firstRow(atOrAfterLine: first)
    return start..<max(start, map.firstRow(atOrAfterLine: first + height))
  }

  // MARK: Positions

  func row(ofIndex index: Int) -> Int? {
    guard isFiltered else { return places[index] }
    let row = firstRow(atOrAfterPlace: places[index])
    return row < visible.count && visible[row] == index ? row : nil
  }

  func firstRow(atOrAfterPlace place: Int) -> Int {
    guard isFiltered else { return min(place, visible.count) }
    var low = 0
    var high = visible.count
    while low < high {
      let middle = (low + high) / 2
      if places[visible[middle]] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ListModel where Section == Never {
  /// Creates a model without sections, with the same parameters as the other initializer.
  @inlinable
  public init(
    _ items: [Item] = [],
    id: @escaping @Sendable (Item) -> ID,
    ordering: ListOrdering<Item>? = nil,
    filter: ListFilter<ID> = .all,
    alwaysSelects: Bool = true
  ) {
    self.init(
      items,
      id: id,
      ordering: ordering,
      grouping: nil,
      filter: filter,
      alwaysSelects: alwaysSelects
    )
  }
}
