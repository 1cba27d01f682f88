import Testing

@testable import Components

@Suite("Cell buffer")
struct CellBufferTests {
  private func canvas(_ width: Int, _ height: Int, _ environment: RenderEnvironment = .plain) -> Canvas {
    Canvas(CellBuffer(size: Size(width: width, height: height)), environment: environment)
  }

  @Test("stores a cell in 16 bytes without references")
  func cellSize() {
    #expect(MemoryLayout<Cell>.size == 16)
    #expect(MemoryLayout<Cell>.stride == 16)
    #expect(_isPOD(Cell.self))
  }

  @Test("stores wide clusters in two cells, and long clusters in a table")
  func clusters() {
    // Given: text with a wide character, a family emoji and an accent of two code points
    var canvas = canvas(12, 1)
    // When: it is written
    canvas.write("a\u{4F60}\u{1F469}\u{200D}\u{1F680}e\u{301}b", at: .zero)
    // Then: each cluster starts in its column
    let buffer = canvas.frame.buffer
    #expect(buffer.text(x: 1, y: 0) == "\u{4F60}")
    #expect(buffer.text(x: 2, y: 0).isEmpty)
    #expect(buffer.text(x: 3, y: 0) == "\u{1F469}\u{200D}\u{1F680}")
    #expect(buffer.text(x: 5, y: 0) == "e\u{301}")
    #expect(buffer.text(x: 6, y: 0) == "b")
    #expect(buffer.clusters.clusters.count == 2)
  }

  @Test("stores at most 32 code points per cluster, and drops further marks")
  func longClusters() {
    var canvas = canvas(8, 1)
    let marks = String(repeating: "\u{301}", count: 500_000)
    canvas.write(StyledText("e" + marks + "b" + String(repeating: "\u{93F}", count: 4)), at: .zero)
    let buffer = canvas.frame.buffer
    #expect(buffer.text(x: 0, y: 0).unicodeScalars.count == 32)
    #expect(buffer.text(x: 1, y: 0).unicodeScalars.count == 4)
    #expect(buffer.text(x: 3, y: 0) == " ", "a mark alone would join the cell before")
  }

  @Test("treats a cell as empty only if nothing in it is visible")
  func emptyCells() {
    let empty = [Cell.blank, Cell(symbol: .blank, foreground: PackedColor(.red), attributes: [.bold, .dim, .italic])]
    let visible = [
      Cell(symbol: CellSymbol(codePoint: 0x61, width: 1)), Cell(symbol: .blank, background: PackedColor(.red)),
      Cell(symbol: .blank, attributes: .underline), Cell(symbol: .blank, attributes: .inverse),
      Cell(symbol: .blank, attributes: .strikethrough), Cell(symbol: .blank, link: 1), Cell(symbol: .continuation),
    ]
    for cell in empty { #expect(cell.isEmpty) }
    for cell in visible { #expect(!cell.isEmpty) }
  }

  @Test("packs a symbol's value, width and kind")
  func symbols() {
    let wide = CellSymbol(codePoint: 0x4F60, width: 2)
    #expect([wide.value, CellSymbol.blank.value] == [0x4F60, 0x20])
    #expect([wide.width, CellSymbol.blank.width, CellSymbol.continuation.width] == [2, 1, 0])
    #expect(!wide.isCluster && !wide.isContinuation && !wide.isDisputed)
    let cluster = CellSymbol(cluster: 5, width: 2)
    #expect(cluster.value == 5)
    #expect(cluster.width == 2)
    #expect(cluster.isCluster && cluster.isDisputed && !cluster.isContinuation)
    #expect(CellSymbol.continuation.isContinuation && !CellSymbol.continuation.isDisputed)
    #expect(CellSymbol(codePoint: 0x3248, width: 1).isDisputed)
    #expect(!CellSymbol(codePoint: 0x7E, width: 1).isDisputed)
    #expect(CellSymbol(cluster: 0, width: 1).isCluster)
  }

  @Test("numbers links from one, and reuses the number of a known link")
  func links() {
    var links = HyperlinkTable()
    let first = Hyperlink("https://example.com/1")
    let second = Hyperlink("https://example.com/2")
    #expect([nil, first, second, first].map { links.number(of: $0) } == [0, 1, 2, 1])
    #expect(links[0] == nil)
    #expect(links[1] == first)
    #expect(links[2] == second)
  }

  @Test("clears the other half of an overwritten wide character")
  func cutting() {
    var canvas = canvas(6, 1)
    canvas.write("\u{4F60}\u{597D}\u{4F60}", at: .zero)
    canvas.write("x", at: Point(x: 1, y: 0))
    expectLines(canvas.frame.buffer, [" x\u{597D}\u{4F60}"])
    canvas.write("\u{4E16}", at: Point(x: 3, y: 0))
    expectLines(canvas.frame.buffer, [" x \u{4E16}"])
  }

  @Test("clears the visible half of a clipped wide character")
  func halves() {
    var canvas = canvas(3, 1)
    canvas.fill(canvas.bounds, character: ".")
    canvas.write("\u{4F60}\u{597D}", at: Point(x: -1, y: 0))
    expectLines(canvas.frame.buffer, [" \u{597D}"])
    canvas.write("\u{4F60}", at: Point(x: 2, y: 0))
    #expect(canvas.frame.buffer.text(x: 2, y: 0) == " ")
  }

  @Test("clips all drawing to the canvas area", arguments: [-100, -1, 0, 3, 100])
  func clipping(_ x: Int) {
    var canvas = canvas(4, 3)
    canvas.withArea(Rectangle(x: 1, y: 1, width: 2, height: 1)) { canvas in
      for y in -2...2 { canvas.write("abcdefgh", at: Point(x: x, y: y)) }
      canvas.fill(Rectangle(x: x, y: -5, width: 50, height: 50), character: "#")
      canvas.placeCursor(at: Point(x: x, y: 5))
    }
    let lines = canvas.frame.buffer.lines
    #expect(lines[0].isEmpty)
    #expect(lines[2].isEmpty)
    #expect(lines[1].allSatisfy { $0 == "#" || $0 == " " })
    #expect(lines[1].count <= 3)
    #expect(canvas.frame.cursor == nil)
  }

  @Test("keeps the background below text without a background color, and inherits the area's style")
  func styles() {
    var canvas = canvas(3, 1, .trueColor)
    canvas.fill(canvas.bounds, TextStyle(background: .hex(0x102030)))
    canvas.withArea(canvas.bounds, style: .bold) { $0.write(StyledText("a", .foreground(.hex(0xFF0000))), at: .zero) }
    let cell = canvas.frame.buffer[0, 0]
    #expect(cell.style == TextStyle(foreground: .hex(0xFF0000), background: .hex(0x102030), attributes: .bold))
  }

  @Test("reduces styles to the output's capabilities")
  func reduction() {
    var canvas = canvas(1, 1, .depth(.sixteen))
    canvas.write(StyledText("a", .foreground(.hex(0xFF0000))), at: .zero)
    #expect(canvas.frame.buffer[0, 0].style.foreground == .ansi(.brightRed))
  }

  @Test("compares cell buffers by content, even if their tables are ordered differently")
  func equality() {
    let first = "e\u{301}"
    let second = "o\u{308}"
    func buffer(_ order: [String]) -> CellBuffer {
      var canvas = canvas(2, 1)
      for text in order { canvas.write(StyledText(text), at: Point(x: text == first ? 0 : 1, y: 0)) }
      return canvas.frame.buffer
    }
    #expect(buffer([first, second]) == buffer([second, first]))
    #expect(!buffer([first, second]).sharesTables(with: buffer([second, first])))
    #expect(buffer([first]) != buffer([second]))
  }

  @Test("keeps the tables of a reused cell buffer, so equal cells have equal bytes")
  func reuse() {
    // Given: a frame with a long cluster and a link
    let link = StyledText("e\u{301}", .bold, link: Hyperlink("https://example.com"))
    let size = Size(width: 4, height: 1)
    let first = Text(link).frame(size: size, environment: .trueColor)
    // When: the next frame is drawn into its buffer, with another cluster first
    let second = Text(StyledText("o\u{308}") + link).frame(
      size: size,
      environment: .trueColor,
      reusing: first.buffer
    )
    // Then: the cells are directly comparable
    #expect(second.buffer.sharesTables(with: first.buffer))
    #expect(second.buffer.cells[1] == first.buffer.cells[0])
    #expect(second.buffer.link(x: 1, y: 0)?.target == "https://example.com")
  }

  @Test("empties a large cell table before drawing the next frame")
  func tableLimit() {
    var buffer = CellBuffer(size: Size(width: 1, height: 1))
    for number in 0...ClusterTable.limit { _ = buffer.symbol(of: "cluster \(number)", width: 1) }
    buffer.reset()
    #expect(buffer.clusters.clusters.isEmpty)
  }

  @Test(
    "packs and unpacks colors without loss",
    arguments: [nil, Color.red, .ansi(.brightWhite), .palette(200), .hex(0x123456)]
  )
  func packing(_ color: Color?) {
    #expect(PackedColor(color).color == color)
  }
}
