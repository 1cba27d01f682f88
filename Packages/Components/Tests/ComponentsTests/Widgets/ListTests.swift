import Testing

@testable import Components

@Suite("Lists and tables")
struct ListTests {
  private final class Counter {
    var rows: [Int] = []
  }

  @Test("requests only the visible rows in a list of a million rows")
  func virtualised() {
    let counter = Counter()
    let list = SectionedList(count: 1_000_000, state: ListState(selection: 500_000)) { row in
      counter.rows.append(row)
      return ListRow(StyledText("Row \(row)"))
    }
    let frame = list.frame(size: Size(width: 20, height: 5), environment: .ascii)
    #expect(counter.rows == [499_996, 499_997, 499_998, 499_999, 500_000])
    #expect(frame.buffer.lines[4].hasPrefix("> Row 500000"))
  }

  @Test("requests only the visible cells in a table of a million rows")
  func virtualisedTable() {
    let counter = Counter()
    let table = Table(
      columns: [TableColumn("A", width: .fixed(8)), TableColumn("B", width: .fixed(8))],
      rowCount: 1_000_000,
      state: ListState(selection: 0)
    ) { row, column in
      if column == 0 { counter.rows.append(row) }
      return StyledText("\(row)")
    }
    _ = table.frame(size: Size(width: 30, height: 4), environment: .ascii)
    #expect(counter.rows == [0, 1, 2])
  }

  @Test("requests only the visible rows inside a scroll area")
  func insideScrollArea() {
    let counter = Counter()
    let list = SectionedList(count: 1000, state: ListState()) { row in
      counter.rows.append(row)
      return ListRow(StyledText("Row \(row)"))
    }
    let area = ScrollArea(list, state: ScrollState(offset: Point(x: 0, y: 700)))
    _ = area.frame(size: Size(width: 20, height: 3), environment: .ascii)
    #expect(counter.rows == [700, 701, 702])
  }

  @Test("reports named viewports in the frame, without headings and scroll bars")
  func viewports() {
    let list = SectionedList(sections: [.init("A", count: 9)], state: ListState(), target: "list") { _, row in
      ListRow(StyledText("\(row)"))
    }
    let table = Table(columns: [TableColumn("A", width: .fixed(3))], rowCount: 7, target: "table") { row, _ in
      StyledText("\(row)")
    }
    let page = ScrollArea(VStack(children: (1...5).map { Text("\($0)") }), state: ScrollState(), name: "page")
    let tree = VStack(spacing: 0, children: [list.framed(height: 3), table.framed(height: 4), page.framed(height: 2)])
    let frame = tree.overlaid(with: Text("X"), isModal: true)
      .frame(size: Size(width: 20, height: 9), environment: .ascii)
    #expect(frame.viewports["list"]?.area == Rectangle(x: 0, y: 0, width: 20, height: 3))
    #expect(frame.viewports["list"]?.content.height == 10)
    #expect(frame.viewports["table"]?.area == Rectangle(x: 0, y: 4, width: 6, height: 3))
    #expect(frame.viewports["table"]?.content.height == 7)
    #expect(frame.viewports["page"]?.area == Rectangle(x: 0, y: 7, width: 19, height: 2))
    #expect(frame.viewports["page"]?.content.height == 5)
  }

  @Test("maps between a sectioned list's lines and rows, without headings for empty sections")
  func map() {
    let map = SectionMap(counts: [(2, true), (0, true), (0, false), (3, false), (1, true)])
    #expect(map.rowCount == 6)
    #expect(map.lineCount == 8)
    let lines = (0..<8).map { map.content(ofLine: $0) }
    #expect(
      lines == [
        .heading(section: 0), .row(section: 0, row: 0, index: 0), .row(section: 0, row: 1, index: 1),
        .row(section: 3, row: 0, index: 2), .row(section: 3, row: 1, index: 3), .row(section: 3, row: 2, index: 4),
        .heading(section: 4), .row(section: 4, row: 0, index: 5),
      ]
    )
    #expect((-1...6).map { map.line(ofRow: $0) } == [nil, 1, 2, 3, 4, 5, 7, nil])
  }

  @Test("finds the sections and rows at lines, and the first line that shows a selection")
  func sectionMap() {
    let map = SectionMap(counts: [(2, true), (3, false), (1, true)])
    #expect((-1...8).map { map.firstRow(atOrAfterLine: $0) } == [0, 0, 0, 1, 2, 3, 4, 5, 5, 6])
    #expect((0...5).map { map.section(ofRow: $0) } == [0, 0, 1, 1, 1, 2])
    #expect([map.index(section: 0, row: 1), map.index(section: 2, row: 0)] == [1, 5])
  }

  @Test(
    "scrolls to a selection and the heading above it",
    arguments: [
      // The selection, the offset, the height, whether the heading must be visible, and the expected offset.
      (5, 0, 3, false, 5), (5, 0, 3, true, 5), (5, 7, 1, true, 7), (5, 7, 2, false, 6), (5, 7, 2, true, 6),
      (0, 5, 3, false, 0), (0, 5, 1, false, 1), (2, 5, 3, false, 3), (0, 1, 3, false, 1), (0, 1, 3, true, 0),
      (nil, 9, 3, true, 5), (nil, -2, 3, false, 0), (nil, 3, 99, false, 0), (3, 3, 0, false, 4),
    ] as [(Int?, Int, Int, Bool, Int)]
  )
  func sectionOffset(selection: Int?, offset: Int, height: Int, withHeading: Bool, expected: Int) {
    let map = SectionMap(counts: [(2, true), (3, false), (1, true)])
    let state = ListState(selection: selection, offset: offset)
    #expect(map.offset(of: state, height: height, withHeading: withHeading) == expected)
  }

  @Test(
    "moves by half a page or a page, and by at least one row",
    arguments: [
      (KeyPress.control("d"), 5, 12), (.control("u"), 5, 8), (.control("d"), 1, 11), (.control("u"), 0, 9),
      (KeyPress(.pageDown), 5, 15), (KeyPress(.pageUp), 5, 5), (KeyPress(.pageDown), 0, 11), (KeyPress(.pageUp), -3, 9),
      (KeyPress(.home), 5, 0), (.character("G"), 5, 19),
    ] as [(KeyPress, Int, Int)]
  )
  func pages(press: KeyPress, page: Int, expected: Int) {
    var state = ListState(selection: 10)
    let isMovement = state.handle(press, count: 20, page: page)
    #expect(isMovement)
    #expect(state.selection == expected)
    var empty = ListState(selection: 3)
    _ = empty.handle(press, count: 0, page: page)
    #expect(empty.selection == nil)
  }

  @Test(
    "keeps the selection within the rows",
    arguments: [
      (nil, 1, 5, 0), (nil, -1, 5, 4), (2, 1, 5, 3), (4, 1, 5, 4), (0, -1, 5, 0), (2, Int.max, 5, 4),
      (2, Int.min, 5, 0),
      (2, 1, 0, nil),
    ] as [(Int?, Int, Int, Int?)]
  )
  func selection(_ start: Int?, _ distance: Int, _ count: Int, _ expected: Int?) {
    var state = ListState(selection: start)
    state.moveSelection(by: distance, count: count)
    #expect(state.selection == expected)
  }

  @Test("scrolls a list only as far as necessary to reveal the selection")
  func revealing() {
    func list(_ state: ListState) -> SectionedList { SectionedList(count: 100, state: state) { _ in ListRow("x") } }
    var state = ListState(selection: 20)
    state = list(state).revealed(height: 10)
    #expect(state.offset == 11)
    state.moveSelection(by: -5, count: 100)
    #expect(list(state).revealed(height: 10).offset == 11)
    state.moveSelection(by: -10, count: 100)
    #expect(list(state).revealed(height: 10).offset == 5)
    state.offset = 1000
    state.selection = nil
    #expect(list(state).revealed(height: 10).offset == 90)
  }

  @Test("reports the clicked row, or the column of a clicked heading")
  func targets() {
    let table = Table(
      columns: [TableColumn("A", width: .fixed(4)), TableColumn("B", width: .fixed(4))],
      rowCount: 2,
      target: "coins"
    ) { row, _ in StyledText("\(row)") }
    let frame = table.frame(size: Size(width: 20, height: 3), environment: .plain)
    #expect(
      frame.target(at: Point(x: 5, y: 2))
        == InteractionTarget(name: "coins", index: 1, area: Rectangle(x: 0, y: 2, width: 20, height: 1))
    )
    #expect(frame.target(at: Point(x: 9, y: 0))?.name == "coins.column")
    #expect(frame.target(at: Point(x: 9, y: 0))?.index == 1)
    let beside = frame.target(at: Point(x: 19, y: 0))
    #expect(beside?.name == "coins")
    #expect(beside?.index == nil)
    #expect(frame.target(at: Point(x: 20, y: 0)) == nil)
  }

  @Test("gives a row without trailing text its whole width")
  func rowWidth() {
    let list = SectionedList(count: 2, state: ListState()) { ListRow("12345678", trailing: $0 == 0 ? "" : "ab") }
    expectLines(list, width: 10, height: 2, .ascii, ["  12345678", "  12... ab"])
  }

  @Test(
    "hides the columns with the lowest priority if there is too little room",
    arguments: [
      (40, "  A         B         C"), (28, "  A         C"), (14, "  C"), (2, "C"),
    ]
  )
  func columnPriorities(_ width: Int, _ headings: String) {
    let table = Table(
      columns: [
        TableColumn("A", width: .fixed(8), priority: 1), TableColumn("B", width: .fixed(8)),
        TableColumn("C", width: .fixed(8), priority: 2),
      ],
      rowCount: 0
    ) { _, _ in "" }
    expectLines(table, width: width, height: 1, [headings])
  }

  @Test("keeps cells with line feeds in a single row")
  func lineFeeds() {
    let table = Table(columns: [TableColumn("A\nB", width: .fixed(8))], rowCount: 1) { _, _ in "x\ny" }
    expectLines(table, width: 12, height: 2, ["  A B", "  x y"])
  }
}
