/// Items in sections, sorted and filtered, with a selection that stays on its item: what is behind every list and table.
///
/// A model is a value that a view model keeps. Items are sorted and grouped once when they or the order change, in
/// O(n log n); a filter costs O(m log m) for m matches, a key or a click O(log n), and drawing what is visible. Being
/// `Sendable` it can be made outside the main actor.
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
/// The selection stays on its item over refreshing, sorting and filtering, and the item on its line of the screen. When the
/// item is gone the selection goes to its nearest neighbour; an item that a filter hides gets the selection back when it is
/// shown again, unless the person has moved meanwhile.
///
/// Use `Never` as the section of what has none.
public struct ListModel<Item: Sendable, ID: Hashable & Sendable, Section: Hashable & Sendable>: Sendable {
  /// All items in the order in which they came.
  public internal(set) var items: [Item]
  /// Which row is selected, and which line is the first that is shown.
  public internal(set) var state = ListState()
  /// The sections that are shown, with their rows; without a grouping one section without a heading, if there are rows.
  public internal(set) var groups: [ListGroup<Section>] = []
  /// Whether a row is selected as long as there are rows.
  public let alwaysSelects: Bool

  let identify: @Sendable (Item) -> ID
  private let indexed: @Sendable ([Item]) -> [ID: Int]
  var ordering: ListOrdering<Item>?
  var grouping: ListGrouping<Item, Section>?
  /// What ``indexed`` has found.
  private(set) var indicesByID: [ID: Int] = [:]
  /// The indices of all items as they would stand without a filter.
  var arrangement: [Int] = []
  var places: [Int] = []
  /// All sections, with ranges of the arrangement.
  var allGroups: [ListGroup<Section>] = []
  /// The indices of the items that are shown, row by row.
  var visible: [Int] = []
  /// Whether a filter is set.
  public internal(set) var isFiltered = false
  var sections: [SectionedList.Section] = []
  var map = SectionMap(counts: [])
  /// The item that had the selection before a filter hid it.
  var hiddenSelection: ID?

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - items: the items. Ids should be unique; of several items with one id the first is found by it.
  ///   - id: what tells one item from another over a refresh.
  ///   - ordering: how items are sorted, within sections if there are any; as they came if there is none.
  ///   - grouping: how items are put into sections; nil for none.
  ///   - filter: which items are shown.
  ///   - alwaysSelects: whether a row is selected as long as there are rows, as programs that are used with keys need it.
  @inlinable
  public init(
    _ items: [Item] = [],
    id: @escaping @Sendable (Item) -> ID,
    ordering: ListOrdering<Item>? = nil,
    grouping: ListGrouping<Item, Section>?,
    filter: ListFilter<ID> = .all,
    alwaysSelects: Bool = true
  ) {
    // Made where the types are known, which is several times as fast.
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

  /// Finds the items by their ids anew.
  mutating func index() { indicesByID = indexed(items) }

  // MARK: Reading

  /// How many rows are shown.
  public var count: Int { visible.count }

  /// How many lines the list takes, headings counted.
  public var lineCount: Int { map.lineCount }

  /// Whether no row is shown: there are no items, or none matches.
  public var isEmpty: Bool { visible.isEmpty }

  /// Whether each item has an id of its own.
  public var hasUniqueIDs: Bool { indicesByID.count == items.count }

  /// The items that are shown, row by row; O(rows).
  public var visibleItems: [Item] { visible.map { items[$0] } }

  /// The item in a row; nil if there is no such row.
  public func item(at row: Int) -> Item? { index(at: row).map { items[$0] } }

  /// The index in ``items`` of the item in a row; nil if there is no such row.
  public func index(at row: Int) -> Int? { visible.indices.contains(row) ? visible[row] : nil }

  /// The item with an id, shown or not.
  public func item(_ id: ID) -> Item? { indicesByID[id].map { items[$0] } }

  /// The row of the item with an id, found in O(log rows); nil if it is not shown.
  public func row(of id: ID) -> Int? { indicesByID[id].flatMap { row(ofIndex: $0) } }

  /// The selected item.
  public var selectedItem: Item? { state.selection.flatMap { item(at: $0) } }

  /// The selected item's id.
  public var selectedID: ID? { selectedItem.map(identify) }

  /// The item that stands some rows below another one, or above it if the distance is negative: for going on from one
  /// item to the next.
  ///
  /// - Returns: The item; nil where there are no more rows, or no item has the id. Seen from an item that a filter
  ///   hides, the next row is the one that would follow it.
  public func item(_ distance: Int, from id: ID) -> Item? {
    guard let index = indicesByID[id] else { return nil }
    let row = firstRow(atOrAfterPlace: places[index])
    let isShown = row < visible.count && places[visible[row]] == places[index]
    let start = !isShown && distance > 0 ? row - 1 : row
    let target = start.addingReportingOverflow(distance)
    return target.overflow ? nil : item(at: target.partialValue)
  }

  /// The rows that can be seen in an area of some lines, as for loading what only they need.
  public func visibleRows(height: Int) -> Range<Int> {
    guard !isEmpty, height > 0 else { return 0..<0 }
    let first = map.offset(of: state, height: height)
    let start = map.firstRow(atOrAfterLine: first)
    return start..<max(start, map.firstRow(atOrAfterLine: first + height))
  }

  // MARK: Places

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
  /// Creates a model without sections.
  ///
  /// - Parameters:
  ///   - items: the items. Ids should be unique; of several items with one id the first is found by it.
  ///   - id: what tells one item from another over a refresh.
  ///   - ordering: how items are sorted; as they came if there is none.
  ///   - filter: which items are shown.
  ///   - alwaysSelects: whether a row is selected as long as there are rows, as programs that are used with keys need it.
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
