import Testing

@testable import Components

@Suite("List model")
struct ListModelTests {
  struct Person: Hashable, Sendable {
    let id: Int
    let name: String
    let team: String
    var age: Double?
  }

  private static let people = [
    Person(id: 1, name: "Zoe", team: "Core", age: 40), Person(id: 2, name: "Ann", team: "Sales", age: nil),
    Person(id: 3, name: "Bob", team: "Core", age: 30), Person(id: 4, name: "Eve", team: "Art", age: 40),
    Person(id: 5, name: "Dan", team: "Sales", age: .nan), Person(id: 6, name: "Cat", team: "Core", age: 20),
  ]

  private static let byTeam = ListGrouping<Person, String>(
    by: \.team,
    title: { "Team \($0)" },
    areInIncreasingOrder: <
  )

  private func grouped(_ items: [Person] = people) -> ListModel<Person, Int, String> {
    ListModel(items, id: \.id, ordering: ListOrdering(by: \.name), grouping: Self.byTeam)
  }

  private func flat(_ ordering: ListOrdering<Person>? = nil) -> ListModel<Person, Int, Never> {
    ListModel(Self.people, id: \.id, ordering: ordering)
  }

  private func ids(_ model: ListModel<Person, Int, some Hashable & Sendable>) -> [Int] { model.visibleItems.map(\.id) }

  // MARK: Ordering

  @Test("sorts items within sections that have headings and counts")
  func sections() {
    let model = grouped()
    #expect(ids(model) == [4, 3, 6, 1, 2, 5])
    #expect(model.groups.map(\.title) == ["Team Art", "Team Core", "Team Sales"])
    #expect(model.groups.map(\.rows) == [0..<1, 1..<4, 4..<6])
    #expect(model.groups.map(\.section) == ["Art", "Core", "Sales"])
    #expect(model.lineCount == 9)
  }

  @Test("orders sections by their first items by default, and creates one section without a grouping")
  func sectionsAsTheyCome() {
    var model = grouped()
    model.setGrouping(ListGrouping(by: \.team, title: { $0 }))
    #expect(model.groups.map(\.title) == ["Sales", "Core", "Art"])
    model.setGrouping(nil)
    #expect(model.groups.map(\.title) == [""])
    #expect(ids(model) == [2, 3, 6, 5, 4, 1])
    model.setOrdering(nil)
    #expect(ids(model) == [1, 2, 3, 4, 5, 6])
  }

  @Test("sorts items with missing or NaN keys last in both directions, and keeps the order of equal keys")
  func missingKeys() {
    #expect(ids(flat(ListOrdering(by: \.age))) == [6, 3, 1, 4, 2, 5])
    #expect(ids(flat(ListOrdering(by: \.age, descending: true))) == [1, 4, 3, 6, 2, 5])
  }

  @Test("uses the second ordering for items that are equivalent in the first")
  func followed() {
    let ordering = ListOrdering<Person>(by: \.age).followed(by: ListOrdering { $0.name > $1.name })
    #expect(ids(flat(ordering)) == [6, 3, 1, 4, 5, 2])
  }

  @Test("sanitizes section headings")
  func hostileHeadings() {
    let person = Person(id: 1, name: "A", team: "\u{1b}[31mRed\n")
    let model = ListModel([person], id: \.id, grouping: ListGrouping(by: \.team, title: { $0 }))
    #expect(model.groups.map(\.title) == ["␛[31mRed "])
  }

  // MARK: Filtering

  @Test(
    "shows filter matches in list order, ignoring duplicate and invalid indices",
    arguments: [
      (ListFilter<Int>.indices([4, 0, 0, 99, -1, 5]), [6, 1, 5]), (.ids([5, 1, 6, 77]), [6, 1, 5]),
      (.indices([]), []), (.all, [4, 3, 6, 1, 2, 5]),
    ]
  )
  func filters(filter: ListFilter<Int>, expected: [Int]) {
    var model = grouped()
    model.setFilter(filter)
    #expect(ids(model) == expected)
    #expect(model.isFiltered == (filter != .all))
    #expect(model.groups.allSatisfy { !$0.rows.isEmpty })
    #expect(model.groups.map(\.rows.count).reduce(0, +) == expected.count)
  }

  @Test("selects the next row when a filter hides the selected item, and reselects the item when it reappears")
  func hiddenSelection() {
    var model = grouped()
    model.select(3)
    model.setFilter(.ids([6, 2]))
    #expect(model.selectedID == 6)
    model.setFilter(.ids([4]))
    #expect(model.selectedID == 4)
    model.setFilter(.ids([]))
    #expect(model.selectedID == nil)
    model.setFilter(.all)
    #expect(model.selectedID == 3)
  }

  @Test("doesn't restore a hidden selection after the user has moved the selection")
  func movedMeanwhile() {
    var model = grouped()
    model.select(3)
    model.setFilter(.ids([6, 2]))
    model.moveSelection(by: 1)
    model.setFilter(.all)
    #expect(model.selectedID == 2)
  }

  // MARK: Refreshing

  @Test("keeps the selected item on its screen line after a refresh")
  func refresh() {
    // Given
    var model = flat(ListOrdering(by: \.id))
    model.select(4)
    model.reveal(height: 3)
    #expect(model.state == ListState(selection: 3, offset: 1))

    // When
    let earlier = (-10...0).map { Person(id: $0, name: "New", team: "Core") }
    model.update(Self.people + earlier)

    // Then
    #expect(model.state == ListState(selection: 14, offset: 12))
    #expect(model.selectedID == 4)
  }

  @Test(
    "selects the nearest neighbor of a removed item, preferring the one below",
    arguments: [
      ([3], 4), ([3, 4], 2), ([3, 4, 2], 5), ([1, 2, 3, 4, 5], 6), ([4, 5, 6, 3], 2), ([1, 2, 3, 4, 5, 6], nil),
    ]
      as [([Int], Int?)]
  )
  func gone(removed: [Int], expected: Int?) {
    var model = flat()
    model.select(3)
    model.update(Self.people.filter { !removed.contains($0.id) })
    #expect(model.selectedID == expected)
  }

  @Test("keeps the selected row when all items are replaced")
  func replaced() {
    var model = flat()
    model.select(row: 4)
    model.update((100..<103).map { Person(id: $0, name: "", team: "") })
    #expect(model.selectedID == 102)
  }

  @Test("keeps its filter after a refresh unless the refresh sets a new one")
  func filterOverRefresh() {
    var model = flat()
    model.setFilter(.indices([0, 2, 3]))
    model.select(3)
    model.update(Self.people.reversed() + [Person(id: 9, name: "New", team: "")])
    #expect(ids(model) == [4, 3, 1])
    #expect(model.selectedID == 3)
    model.update(Self.people, filter: .ids([6, 1]))
    #expect(ids(model) == [1, 6])
    #expect(model.selectedID == 6)
    model.update(Self.people, filter: .all)
    #expect(model.selectedID == 3)
  }

  @Test("keeps its ordering after a refresh unless the refresh sets a new one")
  func orderingOverRefresh() {
    var model = flat(ListOrdering(by: \.name))
    model.select(3)
    model.update(Self.people, ordering: ListOrdering(by: \.id, descending: true))
    #expect(ids(model) == [6, 5, 4, 3, 2, 1])
    #expect(model.selectedID == 3)
    model.update(Self.people.filter { $0.id > 3 })
    #expect(ids(model) == [6, 5, 4])
  }

  @Test("shows all items with a duplicate ID, and looks up the first one")
  func duplicates() {
    let twice = Self.people + [Person(id: 3, name: "Bob again", team: "Core")]
    var model = ListModel(twice, id: \.id)
    #expect(model.count == 7)
    #expect(model.row(of: 3) == 2)
    #expect(!model.hasUniqueIDs)
    #expect(flat().hasUniqueIDs)
    model.setFilter(.ids([3]))
    #expect(model.visibleItems.map(\.name) == ["Bob", "Bob again"])
    model.moveSelection(by: 1)
    model.setOrdering(ListOrdering(by: \.name, descending: true))
    #expect(model.selectedItem?.name == "Bob again")
    model.update(twice)
    #expect(model.selectedItem?.name == "Bob")
  }

  @Test("always selects a row in a nonempty list unless automatic selection is off")
  func alwaysSelects() {
    var model = ListModel<Person, Int, Never>(id: \.id)
    #expect(model.selectedItem == nil)
    model.update(Self.people)
    #expect(model.selectedID == 1)
    var free = ListModel(Self.people, id: \.id, alwaysSelects: false)
    #expect(free.selectedItem == nil)
    free.setFilter(.ids([2]))
    #expect(free.selectedItem == nil)
    #expect(free.handle(.key(KeyPress(.enter)), target: "list", page: 5) == .ignored)
    let isTaken = free.handle(KeyPress(.down), page: 5)
    #expect(isTaken)
    #expect(free.selectedID == 2)
  }

  // MARK: Movement

  @Test(
    "moves the list selection with keys",
    arguments: [
      ([KeyPress(.down)], 3), ([KeyPress(.end)], 5), ([KeyPress(.end), .character("k")], 2),
      ([.character("}")], 3), ([.character("}"), .character("}")], 2),
      ([.character("}"), .character("}"), .character("}")], 5),
      ([KeyPress(.pageDown), .character("{")], 3), ([KeyPress(.pageDown), .character("{"), .character("{")], 4),
    ] as [([KeyPress], Int)]
  )
  func keys(presses: [KeyPress], selected: Int) {
    var model = grouped()
    let taken = presses.map { press in model.handle(press, page: 3) }
    #expect(taken.allSatisfy { $0 })
    #expect(model.selectedID == selected)
  }

  @Test("reveals the first row of a section together with its heading")
  func headings() {
    var model = grouped()
    model.select(row: 5)
    model.reveal(height: 3)
    #expect(model.state.offset == 6)
    _ = model.handle(KeyPress(.home), page: 3)
    #expect(model.state.offset == 0)
    #expect(lines(model, height: 3) == ["Team Art         1", "> Eve", "Team Core        3"])
  }

  @Test("scrolls with the mouse wheel, and moves a selection that would leave the visible area")
  func wheel() {
    var model = grouped()
    #expect(model.handle(.scroll(target: "list", index: nil, rows: 1), target: "list", page: 3) == .handled)
    #expect(lines(model, height: 3) == ["> Eve", "Team Core        3", "  Bob"])
    #expect(model.handle(.scroll(target: "list", index: 2, rows: 3), target: "list", page: 3) == .handled)
    #expect(lines(model, height: 3) == ["> Cat", "  Zoe", "Team Sales       2"])
    model.scroll(by: .max, page: 3)
    #expect(lines(model, height: 3) == ["Team Sales       2", "> Ann", "  Dan"])
    model.scroll(by: -5, page: 3)
    #expect(lines(model, height: 3) == ["  Eve", "Team Core        3", "> Bob"])
    model.scroll(by: .min, page: 3)
    #expect(lines(model, height: 3) == ["Team Art         1", "> Eve", "Team Core        3"])
    #expect(model.handle(.scroll(target: "other", index: nil, rows: 1), target: "list", page: 3) == .ignored)
  }

  @Test("selects a row on a click, and opens it on a double click")
  func clicks() {
    var model = grouped()
    func click(_ row: Int?, _ count: Int = 1) -> ScreenEvent {
      .click(target: "list", index: row, at: .zero, count: count)
    }
    #expect(model.handle(click(4), target: "list", page: 9) == .handled)
    #expect(model.selectedID == 2)
    #expect(model.handle(click(4, 2), target: "list", page: 9) == .opened)
    #expect(model.handle(click(4, 3), target: "list", page: 9) == .handled)
    #expect(model.handle(click(6), target: "list", page: 9) == .ignored)
    #expect(model.handle(click(nil), target: "list", page: 9) == .ignored)
    #expect(model.handle(click(1), target: "other", page: 9) == .ignored)
    #expect(model.handle(.paste("x"), target: "list", page: 9) == .ignored)
    #expect(model.handle(.key(KeyPress(.enter)), target: "list", page: 9) == .opened)
    #expect(model.selectedID == 2)
  }

  @Test(
    "finds an item's neighbors, even if the item itself is hidden",
    arguments: [
      (1, 1, 4), (1, -1, nil), (4, 1, 6), (6, 1, nil), (4, -1, 1), (2, 1, 4), (2, -1, 1), (5, 1, 6), (5, -2, 1),
      (9, 1, nil), (4, 0, 4), (4, .max, nil), (4, .min, nil),
    ] as [(Int, Int, Int?)]
  )
  func neighbors(id: Int, distance: Int, expected: Int?) {
    var model = flat()
    model.setFilter(.ids([1, 4, 6]))
    #expect(model.item(distance, from: id)?.id == expected)
  }

  @Test(
    "reports the visible rows without headings",
    arguments: [(0, 0..<0), (1, 1..<2), (4, 0..<2), (99, 0..<6)]
  )
  func visibleRows(height: Int, expected: Range<Int>) {
    var model = grouped()
    model.select(row: 1)
    #expect(model.visibleRows(height: height) == expected)
  }

  @Test("shows a list model without sections in a table")
  func table() {
    let table = flat(ListOrdering(by: \.name)).table(
      columns: [TableColumn("Name", width: .fixed(6))],
      sort: TableSort(column: 0, isAscending: true),
      target: "people"
    ) { person, _ in StyledText(person.name) }
    let frame = table.frame(size: Size(width: 12, height: 3), environment: .ascii)
    #expect(frame.buffer.lines.map { trimmed($0) } == ["  Name ^", "> Ann      #", "  Bob      |"])
    #expect(frame.target(at: Point(x: 3, y: 2))?.index == 1)
  }

  private func lines(_ model: ListModel<Person, Int, String>, height: Int) -> [String] {
    let list = model.list { ListRow(StyledText($0.name)) }
    return list.frame(size: Size(width: 20, height: height), environment: .ascii).buffer.lines.map {
      trimmed(String($0.dropLast()))
    }
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
