import BasicsTesting
import Components
import Terminal
import TerminalTesting
import Testing

@Suite("Frame renderer")
struct FrameRendererTests {
  private let size = Size(width: 40, height: 10)

  private func renderer(showing frame: RenderedFrame) -> FrameRenderer {
    let renderer = FrameRenderer()
    _ = renderer.render(frame)
    return renderer
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("writes nothing for an unchanged frame")
  func same() {
    let frame = Picture("one", "two ❤️ 日本").frame(size)
    let renderer = renderer(showing: frame)
    #expect(renderer.render(frame) == [])
    #expect(renderer.render(Picture("one", "two ❤️ 日本").frame(size, after: frame)) == [])
  }

  @Test("writes only a cursor movement and one cell if a single cell changed")
  func oneCell() {
    // Given
    let size = Size(width: 200, height: 50)
    let rows = Array(repeating: String(repeating: "x", count: 200), count: 50)
    var picture = Picture()
    picture.items = rows.enumerated().map { .init(text: StyledText($1), place: Point(x: 0, y: $0)) }
    let frame = picture.frame(size)
    for (x, y) in [(0, 0), (199, 49), (100, 25), (0, 49), (199, 0)] {
      let renderer = renderer(showing: frame)
      var changed = picture
      changed.items.append(.init(text: "y", place: Point(x: x, y: y)))
      // When
      let bytes = renderer.render(changed.frame(size, after: frame))
      // Then
      #expect(bytes.count <= 20, "\(text(bytes).debugDescription)")
    }
  }

  @Test(
    "writes the shortest bytes for small changes",
    arguments: [
      // The old rows, the new rows, and the expected bytes.
      (["abc"], ["abd"], "\u{1B}[1;3Hd"),
      (["abc", "def"], ["xbc", "yef"], "\u{1B}[Hx\r\ny"),
      (["abcdefgh"], ["Xbcdefgh"], "\u{1B}[HX"),
      (["abcdef"], ["XbcdeY"], "\u{1B}[HX\u{1B}[4CY"),
      (["abcdefgh"], ["XbcYefgh"], "\u{1B}[HXbcY"),
      (["abcdefgh"], ["abc"], "\u{1B}[1;4H\u{1B}[K"),
      (["abc"], [""], "\u{1B}[H\u{1B}[K"),
      (["日本"], ["日木"], "\u{1B}[1;3H木"),
      (["日本語"], ["日x 語"], "\u{1B}[1;3Hx "),
      // Between two changes, the renderer moves the cursor over a cluster instead of rewriting it, however short it is.
      (["abe\u{301}c"], ["Xbe\u{301}Y"], "\u{1B}[HX\u{1B}[2CY"),
    ]
  )
  func smallChanges(_ old: [String], _ new: [String], _ expected: String) {
    // Given
    var (before, after) = (Picture(), Picture())
    before.items = old.enumerated().map { .init(text: StyledText($1), place: Point(x: 0, y: $0)) }
    after.items = new.enumerated().map { .init(text: StyledText($1), place: Point(x: 0, y: $0)) }
    let frame = before.frame(size)
    let renderer = renderer(showing: frame)
    // When
    let bytes = renderer.render(after.frame(size, after: frame))
    // Then
    #expect(text(bytes).debugDescription == expected.debugDescription)
  }

  @Test(
    "moves the cursor with the shortest sequence",
    arguments: [
      // The old and the new column and row, and the expected bytes.
      (5, 0, 5, 0, ""), (0, 0, 1, 0, "\u{1B}[C"), (0, 0, 2, 0, "\u{1B}[2C"), (0, 0, 9, 0, "\u{1B}[9C"),
      (0, 0, 10, 0, "\u{1B}[11G"), (80, 0, 99, 0, "\u{1B}[19C"), (80, 0, 98, 0, "\u{1B}[99G"),
      (5, 0, 105, 0, "\u{1B}[106G"), (6, 0, 105, 0, "\u{1B}[99C"), (5, 0, 4, 0, "\u{1B}[5G"), (5, 0, 0, 0, "\r"),
      (5, 0, 0, 1, "\r\n"), (5, 0, 5, 1, "\n"), (5, 0, 6, 1, "\u{1B}[2;7H"), (5, 3, 0, 0, "\u{1B}[H"),
      (5, 0, 0, 2, "\u{1B}[3H"), (5, 1, 5, 0, "\u{1B}[1;6H"), (9, 1, 10, 0, "\u{1B}[1;11H"), (5, 2, 0, 1, "\u{1B}[2H"),
    ]
  )
  func moves(_ oldX: Int, _ oldY: Int, _ x: Int, _ y: Int, _ expected: String) {
    let size = Size(width: 120, height: 4)
    var picture = Picture("")
    picture.cursor = Point(x: oldX, y: oldY)
    let renderer = renderer(showing: picture.frame(size))
    picture.cursor = Point(x: x, y: y)
    let bytes = renderer.render(picture.frame(size, after: renderer.shown))
    #expect(text(bytes).debugDescription == expected.debugDescription)
  }

  @Test("hides the cursor while it writes more than 256 bytes", arguments: [(40, false), (100, true)])
  func largeFrame(_ count: Int, _ isHidden: Bool) {
    let size = Size(width: 120, height: 4)
    var picture = Picture("", "", "")
    picture.cursor = .zero
    let renderer = renderer(showing: picture.frame(size))
    let line = String(repeating: "x", count: count)
    picture.items = (0..<3).map { .init(text: StyledText(line), place: Point(x: 0, y: $0)) }
    let bytes = text(renderer.render(picture.frame(size, after: renderer.shown)))
    #expect(bytes.hasPrefix("\u{1B}[?25l") == isHidden)
    #expect(bytes.hasSuffix("\u{1B}[?25h") == isHidden)
  }

  @Test("ignores a cursor outside the frame", arguments: [(39, 9, true), (40, 9, false), (39, 10, false)])
  func cursorOutside(_ x: Int, _ y: Int, _ isShown: Bool) {
    var picture = Picture("")
    picture.cursor = Point(x: x, y: y)
    let bytes = text(FrameRenderer().render(picture.frame(size)))
    #expect(bytes.contains("\u{1B}[?25h") == isShown)
  }

  @Test("writes blanks before a disputed cluster, and positions the cursor after it")
  func disputed() {
    let frame = Picture("abcdef").frame(size)
    let renderer = renderer(showing: frame)
    let bytes = renderer.render(Picture("a❤️def").frame(size, after: frame))
    #expect(text(bytes).debugDescription == "\u{1B}[1;2H  \u{1B}[2G❤️".debugDescription)
    let next = renderer.render(Picture("a❤️deX").frame(size, after: renderer.shown))
    #expect(text(next).debugDescription == "\u{1B}[6GX".debugDescription)
  }

  @Test("hides the cursor unless the frame has one, and writes only a newly typed letter")
  func cursor() {
    // Given
    var picture = Picture("ab")
    picture.cursor = Point(x: 2, y: 0)
    let renderer = FrameRenderer()
    var model = ModelTerminal(size: size)
    model.feed(renderer.render(Picture("").frame(size)))
    // When
    let first = renderer.render(picture.frame(size, after: renderer.shown))
    // Then
    #expect(text(first).hasSuffix("\u{1B}[?25h"))
    // When
    picture = Picture("abc")
    picture.cursor = Point(x: 3, y: 0)
    // Then
    #expect(text(renderer.render(picture.frame(size, after: renderer.shown))) == "c")
    // When
    let hidden = renderer.render(Picture("abc").frame(size, after: renderer.shown))
    // Then
    #expect(text(hidden) == "\u{1B}[?25l")
  }

  @Test("synchronizes only large frames, and only on terminals that support it")
  func synchronized() {
    let large = Picture(String(repeating: "x", count: 40), String(repeating: "y", count: 40), "")
    var background = large
    background.background = (Rectangle(size), TextStyle(background: .palette(3)))
    let renderer = renderer(showing: Picture("").frame(size))
    renderer.synchronizes = true
    let bytes = renderer.render(background.frame(size, after: renderer.shown))
    #expect(text(bytes).hasPrefix("\u{1B}[?2026h"))
    #expect(text(bytes).hasSuffix("\u{1B}[?2026l"))
    let small = renderer.render(Picture("x").frame(size, after: renderer.shown))
    #expect(!small.isEmpty)
    #expect(!text(small).contains("2026"))
    renderer.synchronizes = false
    #expect(!text(renderer.render(background.frame(size, after: renderer.shown))).contains("2026"))
  }

  @Test(
    "updates the screen correctly under all width models",
    arguments: ModelScreen.WidthModel.allCases
  )
  func property(_ widths: ModelScreen.WidthModel) {
    var random = SeededGenerator(seed: 64)
    for round in 0..<LongTests.rounds(byDay: 80, byNight: 2_000) {
      // Given
      let size = Size(width: Int.random(in: 1...30, using: &random), height: Int.random(in: 1...6, using: &random))
      let renderer = FrameRenderer()
      renderer.synchronizes = round % 2 == 0
      var model = ModelTerminal(size: size, widths: widths)
      model.feed(Array("\u{1B}[?7l\u{1B}[?25l".utf8))
      var picture = Picture.random(in: size, using: &random)
      for step in 0..<12 {
        if step == 6 { renderer.invalidate() }
        let frame = picture.frame(size, after: renderer.shown)
        // When
        model.feed(renderer.render(frame))
        // Then
        let wrong = ScreenComparison.difference(of: model, from: frame, widths: widths)
        #expect(wrong == nil, "round \(round), step \(step)")
        if wrong != nil { return }
        picture =
          Int.random(in: 0..<4, using: &random) == 0
          ? .random(in: size, using: &random) : picture.changed(in: size, using: &random)
      }
    }
  }

  @Test("assumes no cursor position after a resize")
  func resizedCursor() {
    // Given: the cursor is at the start of the next frame
    let renderer = FrameRenderer()
    var model = ModelTerminal(size: size)
    var picture = Picture("")
    picture.cursor = .zero
    model.feed(renderer.render(picture.frame(size)))
    // When
    let smaller = Size(width: 20, height: 4)
    model.resize(to: smaller)
    let frame = Picture("top", "", "", "").frame(smaller, after: renderer.shown)
    model.feed(renderer.render(frame))
    // Then
    #expect(model.screen.lines == ["top", "", "", ""])
  }

  @Test("draws every cell after a resize")
  func resize() {
    var random = SeededGenerator(seed: 65)
    let renderer = FrameRenderer()
    var model = ModelTerminal(size: size)
    model.feed(Array("\u{1B}[?7l".utf8))
    for _ in 0..<100 {
      let size = Size(width: Int.random(in: 1...50, using: &random), height: Int.random(in: 1...12, using: &random))
      model.resize(to: size)
      let frame = Picture.random(in: size, using: &random).frame(size, after: renderer.shown)
      model.feed(renderer.render(frame))
      #expect(ScreenComparison.difference(of: model, from: frame, widths: .agreeing) == nil)
    }
  }
}
