import Components
import Terminal
import TerminalTesting
import Testing

@Suite("Images drawn by the terminal")
struct ImageRenderingTests {
  private let size = Size(width: 30, height: 10)
  private let area = Rectangle(x: 2, y: 1, width: 8, height: 4)

  private func image(_ shade: UInt8) throws -> PixelImage {
    try #require(PixelImage(width: 4, height: 4, bytes: Array(repeating: shade, count: 64)))
  }

  private func picture(_ image: PixelImage?, at area: Rectangle, _ text: String = "text") -> Picture {
    var picture = Picture(text)
    picture.image = image.map { ($0, area) }
    return picture
  }

  /// A renderer, and a simulated terminal that receives its output.
  private struct Pair {
    let renderer = FrameRenderer()
    var model: ModelTerminal
    let imageProtocol: ImageProtocol

    init(_ imageProtocol: ImageProtocol, size: Size) {
      self.imageProtocol = imageProtocol
      renderer.imageProtocol = imageProtocol
      renderer.cellPixels = Size(width: 8, height: 16)
      renderer.encodePNG = { $0.bytes }
      model = ModelTerminal(size: size)
    }

    mutating func show(_ picture: Picture, size: Size) -> String {
      let bytes = renderer.render(picture.frame(size, after: renderer.shown, images: imageProtocol))
      model.feed(bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("sends a kitty image once, keeps it while it is visible, and then deletes it")
  func kitty() throws {
    // Given
    var pair = Pair(.kitty, size: size)
    let image = try image(200)
    // When, then
    let first = pair.show(picture(image, at: area), size: size)
    #expect(first.contains("\u{1B}[2;3H\u{1B}_Ga=T"))
    #expect(pair.model.images.count == 1)
    #expect(pair.show(picture(image, at: area), size: size) == "")
    #expect(!pair.show(picture(image, at: area, "other"), size: size).contains("_G"))
    #expect(pair.model.images.count == 1)
    // Show the image at another position.
    _ = pair.show(picture(image, at: area.moved(by: Point(x: 3, y: 0))), size: size)
    #expect(pair.model.images.count == 1)
    // Show another image.
    _ = pair.show(picture(try self.image(7), at: area), size: size)
    #expect(pair.model.images.count == 1)
    // Show no image.
    _ = pair.show(picture(nil, at: area), size: size)
    #expect(pair.model.images.isEmpty)
  }

  @Test("resends kitty images when the screen's content is unknown, and deletes all of them at the end")
  func kittyRepaint() throws {
    var pair = Pair(.kitty, size: size)
    let image = try image(200)
    _ = pair.show(picture(image, at: area), size: size)
    pair.renderer.invalidate()
    #expect(pair.show(picture(image, at: area), size: size).contains("_Ga=T"))
    #expect(pair.model.images.count == 1)
    _ = pair.show(picture(image, at: area), size: Size(width: 20, height: 8))
    #expect(pair.model.images.count == 1)
    pair.model.feed(pair.renderer.removeImages())
    #expect(pair.model.images.isEmpty)
  }

  @Test(
    "redraws images in cells after other content has overwritten them",
    arguments: [
      ImageProtocol.iTerm, .sixel,
    ]
  )
  func inline(_ imageProtocol: ImageProtocol) throws {
    // Given
    var pair = Pair(imageProtocol, size: size)
    let image = try image(200)
    _ = pair.show(picture(image, at: area), size: size)
    #expect(pair.model.inlineImages == 1)
    // When, then
    #expect(pair.show(picture(image, at: area), size: size) == "")
    #expect(pair.show(picture(image, at: area, "beside it"), size: size).count < 40)
    #expect(pair.model.inlineImages == 1)
    var below = picture(image, at: area)
    below.background = (area, TextStyle(background: .palette(7)))
    _ = pair.show(below, size: size)
    #expect(pair.model.inlineImages == 2)
    // Rewriting the rows of the image removes it.
    let removal = pair.show(picture(nil, at: area), size: size)
    for row in area.minY..<area.maxY { #expect(removal.contains(row == 1 ? "\u{1B}[K" : "\r\n\u{1B}[K")) }
    #expect(pair.model.inlineImages == 2)
  }

  @Test("draws no image files without an encoder")
  func withoutEncoder() throws {
    var pair = Pair(.iTerm, size: size)
    pair.renderer.encodePNG = nil
    #expect(!pair.show(picture(try image(1), at: area), size: size).contains("]1337;File="))
  }

  @Test(
    "draws sixel graphics in whole bands inside the image's area",
    arguments: [(16, "\"1;1;8;12"), (6, "\"1;1;8;6"), (5, nil)] as [(Int, String?)]
  )
  func sixelBands(_ height: Int, _ attributes: String?) throws {
    var pair = Pair(.sixel, size: size)
    pair.renderer.cellPixels = Size(width: 4, height: height)
    let output = pair.show(picture(try image(200), at: Rectangle(x: 0, y: 0, width: 2, height: 1)), size: size)
    #expect(output.contains("\u{1B}P") == (attributes != nil))
    if let attributes { #expect(output.contains(attributes + "#")) }
  }

  @Test("numbers kitty images in the order of their display")
  func identifiers() throws {
    var pair = Pair(.kitty, size: size)
    #expect(pair.show(picture(try image(1), at: area), size: size).contains(",i=1,"))
    let second = pair.show(picture(try image(2), at: area), size: size)
    #expect(second.contains("\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\"))
    #expect(second.contains(",i=2,"))
    #expect(pair.renderer.removeImages() == Array("\u{1B}_Ga=d,d=I,i=2,q=2\u{1B}\\".utf8))
    #expect(pair.renderer.removeImages() == [])
  }

  @Test("draws sixel graphics only if the cell size is known")
  func sixelWithoutPixels() throws {
    var pair = Pair(.sixel, size: size)
    pair.renderer.cellPixels = nil
    #expect(!pair.show(picture(try image(1), at: area), size: size).contains("\u{1B}P"))
  }
}
