import BasicsTesting
import Components

/// A widget that draws strings at given positions.
struct Picture: Widget {
  struct Item {
    var text: StyledText
    var place: Point
  }

  var items: [Item] = []
  var cursor: Point?
  var image: (PixelImage, Rectangle)?
  var background: (Rectangle, TextStyle)?

  init(_ rows: String...) {
    items = rows.enumerated().map { Item(text: StyledText($1), place: Point(x: 0, y: $0)) }
  }

  func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 1, ideal: 80) }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 1, ideal: 24) }

  func draw(on canvas: inout Canvas) {
    if let background { canvas.fill(background.0, background.1) }
    for item in items { canvas.write(item.text, at: item.place) }
    if let cursor { canvas.placeCursor(at: cursor) }
    if let image { _ = canvas.place(image.0, in: image.1) }
  }

  func read(to reader: inout LinearReader) { for item in items { reader.read(item.text) } }

  /// Strings with undisputed and disputed widths.
  private static let plain = ["a", "bc", "Hello", "line │ and ─", "ß", "日本", "한국어", "ﾊﾝ", "x y z", "  ", "······"]
  private static let disputed = [
    "\u{378}", "\u{10FFFF}", "\u{3248}", "\u{4DC0}", "\u{2FFFC}", "\u{1FAFF}\u{378}", "\u{1100}\u{1100}",
    "\u{600}\u{600}\u{600}",
    "❤️", "👩‍👩‍👧", "🇩🇪", "✌🏻", "😀", "e\u{301}", "☎️", "⌚︎", "1️⃣", "🫩", "❤‍🔥", "✓", "🇩",
  ]

  /// Returns random strings with random styles at random positions.
  static func random(in size: Size, using random: inout SeededGenerator) -> Picture {
    var picture = Picture()
    if Bool.random(using: &random) {
      let area = Rectangle(
        x: Int.random(in: 0..<size.width, using: &random),
        y: Int.random(in: 0..<size.height, using: &random),
        width: Int.random(in: 1...size.width, using: &random),
        height: Int.random(in: 1...size.height, using: &random)
      )
      picture.background = (area, style(using: &random))
    }
    for _ in 0..<Int.random(in: 0...14, using: &random) { picture.items.append(item(in: size, using: &random)) }
    if Bool.random(using: &random) {
      picture.cursor = Point(
        x: Int.random(in: 0..<size.width, using: &random),
        y: Int.random(in: 0..<size.height, using: &random)
      )
    }
    return picture
  }

  func changed(in size: Size, using random: inout SeededGenerator) -> Picture {
    var picture = self
    if !picture.items.isEmpty, Bool.random(using: &random) {
      picture.items.remove(at: Int.random(in: 0..<picture.items.count, using: &random))
    }
    if Int.random(in: 0..<4, using: &random) == 0 { picture.background = nil }
    for _ in 0..<Int.random(in: 0...2, using: &random) { picture.items.append(Self.item(in: size, using: &random)) }
    return picture
  }

  private static func item(in size: Size, using random: inout SeededGenerator) -> Item {
    let texts = Int.random(in: 0..<3, using: &random) == 0 ? disputed : plain
    var text = StyledText()
    for _ in 0...Int.random(in: 0...2, using: &random) {
      text = text + StyledText(texts[Int.random(in: 0..<texts.count, using: &random)], style(using: &random))
    }
    let place = Point(
      x: Int.random(in: -1..<size.width, using: &random),
      y: Int.random(in: 0..<size.height, using: &random)
    )
    return Item(text: text, place: place)
  }

  private static func style(using random: inout SeededGenerator) -> TextStyle {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .bold
    case 1: TextStyle(foreground: .ansi(.red))
    case 2: TextStyle(background: .palette(20), attributes: .underline)
    case 3: TextStyle(foreground: .hex(0x102030), background: .hex(0x405060))
    case 4: .inverse
    default: .plain
    }
  }
}

extension Widget {
  /// Returns a frame that shows the picture, with another frame's cluster numbers.
  func frame(_ size: Size, after other: RenderedFrame? = nil, images: ImageProtocol? = nil) -> RenderedFrame {
    frame(size: size, environment: RenderEnvironment(imageProtocol: images), reusing: other?.buffer)
  }
}
