import Testing

@testable import Components

@Suite("Layout")
struct LayoutTests {
  @Test(
    "treats negative sizes like the smallest allowed ones",
    arguments: [
      { SkeletonRows(columns: [4], indent: $0) }, { Spacer(minimumLength: $0) },
      { Padding(Text("a"), Insets(top: $0, leading: $0, bottom: $0, trailing: $0)) },
      { SectionedList(sections: [.init("A", count: $0)], state: ListState()) { _, _ in ListRow("x") } },
      { Table(columns: [TableColumn("A", width: .fixed(2))], rowCount: $0) { _, _ in "x" } },
      { ScrollBar(total: 9, visible: 3, offset: $0) },
    ] as [@Sendable (Int) -> any Widget]
  )
  func negativeSizes(widget: @Sendable (Int) -> any Widget) {
    let size = Size(width: 10, height: 4)
    let smallest = widget(0).frame(size: size, environment: .ascii).buffer
    #expect(widget(-7).frame(size: size, environment: .ascii).buffer == smallest)
    #expect(
      widget(1).widthRange(in: .ascii) != widget(0).widthRange(in: .ascii)
        || widget(1).frame(size: size, environment: .ascii).buffer != smallest
    )
  }

  @Test("draws bars and images with at least one row")
  func smallestHeights() {
    for rows in [-1, 0, 1] {
      #expect(GradientButton("Go", rows: rows).heightRange(width: 9, in: .plain).ideal == 1)
      #expect(Avatar("Ada", rows: rows).heightRange(width: 9, in: .plain).ideal == 1)
    }
    #expect(Avatar("Ada", rows: 2).heightRange(width: 9, in: .plain).ideal == 2)
    expectLines(SkeletonRows(columns: [4], indent: 0), width: 9, height: 1, .ascii, ["...."])
  }

  @Test("places widgets in a row, and gives the remaining space to a spacer")
  func row() {
    let row = HStack {
      [Text("left"), Spacer(), Text("right")] as [any Widget]
    }
    expectLines(row, width: 20, height: 1, ["left           right"])
  }

  @Test(
    "aligns widgets vertically in a horizontal stack",
    arguments: [
      (VerticalAlignment.top, ["one 1", "    2", "    3"]), (.center, ["    1", "one 2", "    3"]),
      (.bottom, ["    1", "    2", "one 3"]),
    ]
  )
  func verticalAlignment(_ alignment: VerticalAlignment, _ expected: [String]) {
    let row = HStack(alignment: alignment) { [Text("one"), Text("1\n2\n3")] as [any Widget] }
    expectLines(row, width: 8, height: 3, expected)
  }

  @Test(
    "aligns lines of text horizontally",
    arguments: [
      (HorizontalAlignment.leading, ["wider line", "a"]), (.center, ["wider line", "    a"]),
      (.trailing, ["wider line", "         a"]),
    ]
  )
  func horizontalAlignment(_ alignment: HorizontalAlignment, _ expected: [String]) {
    let column = VStack(alignment: alignment) { [Text("wider line"), Text("a")] as [any Widget] }
    expectLines(column.framed(width: 10), width: 10, height: 2, expected)
  }

  @Test("truncates the widget with the lowest priority first")
  func priorities() {
    let row = HStack {
      [Text("important", wrapping: .truncated(.end)).priority(1), Text("something else", wrapping: .truncated(.end))]
        as [any Widget]
    }
    expectLines(row, width: 17, height: 1, ["important someth\u{2026}"].map { String($0.prefix(16)) + "\u{2026}" })
  }

  @Test("shrinks the gaps in a stack before it shrinks the widgets")
  func gaps() {
    let column = VStack(spacing: 2) { [Text("a"), Text("b"), Text("c")] as [any Widget] }
    expectLines(column, width: 1, height: 7, ["a", "", "", "b", "", "", "c"])
    expectLines(column, width: 1, height: 4, ["a", "b", "c"])
    expectLines(column, width: 1, height: 2, ["a", "b"])
  }

  @Test("shrinks margins before content")
  func padding() {
    let padded = Text("ab").padded(horizontal: 2, vertical: 1)
    expectLines(padded, width: 6, height: 3, ["", "  ab"])
    expectLines(padded, width: 1, height: 1, ["a"].map { _ in "?" }.map { _ in "\u{2026}" })
  }

  @Test("draws a border only if there is room for its content")
  func border() {
    let box = Text("ab").bordered(title: "T")
    expectLines(
      box,
      width: 7,
      height: 3,
      [
        "\u{256D} T \u{2500}\u{2500}\u{256E}", "\u{2502}ab   \u{2502}",
        "\u{2570}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{256F}",
      ]
    )
    expectLines(box, width: 2, height: 1, ["ab"])
    expectLines(box, width: 7, height: 3, .ascii, ["+ T --+", "|ab   |", "+-----+"])
  }

  @Test("draws ASCII borders on terminals with wide line characters")
  func ambiguousBorder() {
    let environment = RenderEnvironment(capabilities: .plain, widthPolicy: .eastAsian)
    expectLines(Text("ab").bordered(), width: 4, height: 3, environment, ["+--+", "|ab|", "+--+"])
  }

  @Test("aligns smaller content in a frame")
  func frame() {
    expectLines(Text("x").framed(width: 3, height: 3, alignment: .center), width: 3, height: 3, ["", " x"])
    expectLines(Text("x").filling(alignment: .bottomTrailing), width: 4, height: 2, ["", "   x"])
  }

  @Test("keeps the base visible around an overlay")
  func overlay() {
    let screen = VStack { [Text("aaaaa"), Text("bbbbb"), Text("ccccc")] as [any Widget] }
    expectLines(screen.overlaid(with: Text("X")), width: 5, height: 3, ["aaaaa", "bbXbb", "ccccc"])
  }

  @Test("disables clicks and hides the cursor below a modal overlay")
  func modal() {
    let field = TextField(TextFieldState("a"), state: .focused).targeted("field")
    let open = field.overlaid(with: Text("X")).frame(size: Size(width: 5, height: 3), environment: .plain)
    #expect(open.cursor != nil)
    #expect(open.target(at: .zero)?.name == "field")
    let modal = field.overlaid(with: Text("X"), isModal: true).frame(
      size: Size(width: 5, height: 3),
      environment: .plain
    )
    #expect(modal.cursor == nil)
    #expect(modal.targets.isEmpty)
  }

  @Test("shows a part of the content in a scroll area, with a scroll bar if there is more")
  func scrollArea() {
    let area = ScrollArea(
      VStack(children: (1...6).map { Text("\($0)") }),
      state: ScrollState(offset: Point(x: 0, y: 2))
    )
    expectLines(area, width: 3, height: 3, .ascii, ["3 |", "4 #", "5 |"])
    expectLines(area, width: 3, height: 6, .ascii, ["1", "2", "3", "4", "5", "6"])
    #expect(area.contentSize(viewport: Size(width: 3, height: 3), in: .ascii) == Size(width: 2, height: 6))
  }

  @Test("doesn't wrap text in a horizontally scrolling area")
  func sideways() {
    let area = ScrollArea(Text("abcdefgh"), state: ScrollState(offset: Point(x: 3, y: 0)), scrollsHorizontally: true)
    expectLines(area, width: 4, height: 1, ["defg"])
  }

  @Test("stops scrolling at the ends of the content, and scrolls as little as possible to reveal an area")
  func scrollState() {
    let content = Size(width: 10, height: 100)
    let viewport = Size(width: 10, height: 20)
    var state = ScrollState()
    state.scroll(by: Point(x: 0, y: 500), content: content, viewport: viewport)
    #expect(state.offset.y == 80)
    state.scroll(by: Point(x: -3, y: Int.min), content: content, viewport: viewport)
    #expect(state.offset == .zero)
    state.scroll(by: Point(x: Int.max, y: Int.max), content: content, viewport: viewport)
    #expect(state.offset == Point(x: 0, y: 80))
    state.reveal(Rectangle(x: 0, y: 70, width: 1, height: 1), content: content, viewport: viewport)
    #expect(state.offset.y == 70)
    state.reveal(Rectangle(x: 0, y: 95, width: 1, height: 1), content: content, viewport: viewport)
    #expect(state.offset.y == 76)
  }
}
