import Foundation
import Testing

@testable import Components

@Suite("Images")
struct ImageTests {
  private func image(_ width: Int, _ height: Int, _ pixels: [UInt32]) throws -> PixelImage {
    let bytes = pixels.flatMap { pixel in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: pixel >> UInt32($0)) } }
    return try #require(PixelImage(width: width, height: height, bytes: bytes))
  }

  @Test(
    "rejects image sizes that don't match the number of bytes",
    arguments: [
      (0, 1, 0), (1, 1, 3), (1, 1, 5), (-1, -1, 4), (70_000, 1, 280_000), (2, 2, 12),
    ]
  )
  func sizes(_ width: Int, _ height: Int, _ count: Int) {
    #expect(PixelImage(width: width, height: height, bytes: Array(repeating: 0, count: count)) == nil)
  }

  @Test("averages pixels weighted by opacity when shrinking an image")
  func scaling() throws {
    let image = try image(2, 2, [0xFF00_00FF, 0x0000_00FF, 0x00FF_0000, 0x0000_FF00])
    let scaled = image.scaled(width: 1, height: 1)
    #expect(scaled.bytes == [128, 0, 0, 127])
    #expect(image.scaled(width: 2, height: 2).bytes[0..<4] == [255, 0, 0, 255])
    #expect(image.scaled(width: 4, height: 4).width == 4)
  }

  @Test("draws two pixels per half block, and leaves transparent pixels unchanged")
  func halfBlocks() throws {
    let image = try image(2, 2, [0xFF00_00FF, 0, 0x0000_FFFF, 0x00FF_00FF])
    let frame = ImageView(image, description: "")
      .frame(size: Size(width: 2, height: 1), environment: .trueColor)
    #expect(frame.buffer.text(x: 0, y: 0) == "\u{2580}")
    #expect(frame.buffer[0, 0].style == TextStyle(foreground: .hex(0xFF0000), background: .hex(0x0000FF)))
    #expect(frame.buffer.text(x: 1, y: 0) == "\u{2584}")
    #expect(frame.buffer[1, 0].style == TextStyle(foreground: .hex(0x00FF00)))
  }

  @Test("shows pixels that are at least half opaque", arguments: [(127, false), (128, true)] as [(UInt32, Bool)])
  func opacity(_ alpha: UInt32, _ isVisible: Bool) throws {
    let image = try image(1, 1, [0xFF00_0000 | alpha])
    let frame = ImageView(image, description: "").frame(size: Size(width: 1, height: 1), environment: .trueColor)
    #expect((frame.buffer[0, 0].style.foreground != nil) == isVisible)
    #expect((try SixelReader.read(SixelEncoder.encode(image), width: 1, height: 1)[0] != nil) == isVisible)
  }

  @Test(
    "draws brighter signs for brighter and more opaque pixels, or for darker ones on a light background",
    arguments: [(Theme.dark, " :=@"), (.light, "@#+")] as [(Theme, String)]
  )
  func ramp(_ theme: Theme, _ signs: String) throws {
    let image = try image(4, 1, [0x0000_00FF, 0x4040_40FF, 0x8080_80FF, 0xFFFF_FFFF])
    let environment = RenderEnvironment(theme: theme, capabilities: .plain)
    expectLines(ImageView(image, description: ""), width: 4, height: 1, environment, [signs])
    let half = try self.image(1, 1, [0xFFFF_FF80])
    expectLines(ImageView(half, description: ""), width: 1, height: 1, .plain, ["+"])
  }

  @Test("divides uneven pixels among samples, and rounds their mean")
  func unevenSamples() throws {
    let image = try image(3, 1, [0x0A14_1EFF, 0x2832_3CFF, 0x2933_3DFF])
    #expect(image.scaled(width: 2, height: 1).bytes == [10, 20, 30, 255, 41, 51, 61, 255])
    #expect(image.scaled(width: 0, height: -1).bytes.count == 4)
    let doubled = image.scaled(width: 6, height: 2)
    #expect(doubled.bytes.count == 48)
    #expect(
      stride(from: 0, to: 48, by: 4).map { doubled.bytes[$0] } == [10, 10, 40, 40, 41, 41, 10, 10, 40, 40, 41, 41]
    )
  }

  @Test("accepts sides of up to 65,536 pixels", arguments: [(65_536, true), (65_537, false)])
  func longestSide(_ side: Int, _ isAccepted: Bool) {
    let bytes = [UInt8](repeating: 0, count: side * 4)
    #expect((PixelImage(width: side, height: 1, bytes: bytes) != nil) == isAccepted)
    #expect((PixelImage(width: 1, height: side, bytes: bytes) != nil) == isAccepted)
  }

  @Test(
    "encodes runs, bands and colors of sixel graphics",
    arguments: [
      (1, [0xFF00_00FF], "\"1;1;1;1#0;2;100;0;0#0@-"), (3, [0xFF00_00FF], "\"1;1;3;1#0;2;100;0;0#0@@@-"),
      (4, [0xFF00_00FF], "\"1;1;4;1#0;2;100;0;0#0!4@-"), (1, [0x0000_0000], "\"1;1;1;1-"),
      (2, [0xFF00_00FF, 0x0000_FFFF], "\"1;1;2;1#0;2;0;0;100#1;2;100;0;0#0?@$#1@-"),
      (3, [0xFF00_00FF, 0x0000_0000, 0xFF00_00FF], "\"1;1;3;1#0;2;100;0;0#0@?@-"),
    ] as [(Int, [UInt32], String)]
  )
  func sixelBytes(_ width: Int, _ pixels: [UInt32], _ expected: String) throws {
    let all = pixels.count == width ? pixels : Array(repeating: pixels[0], count: width)
    let text = String(decoding: SixelEncoder.encode(try image(width, 1, all)), as: UTF8.self)
    #expect(text == "\u{1B}P0;1;0q" + expected + "\u{1B}\\")
  }

  @Test("encodes six rows per band of sixel graphics", arguments: [(6, "#0~-"), (7, "#0~-#0@-"), (8, "#0~-#0B-")])
  func sixelBands(_ height: Int, _ bands: String) throws {
    let image = try image(1, height, Array(repeating: 0xFF00_00FF, count: height))
    let text = String(decoding: SixelEncoder.encode(image), as: UTF8.self)
    #expect(text == "\u{1B}P0;1;0q\"1;1;1;\(height)#0;2;100;0;0\(bands)\u{1B}\\")
  }

  @Test("divides colors by their most different channel, and averages each half")
  func medianCut() {
    let colors: [UInt32] = [0x0000_00, 0x0800_00, 0x00F0_00, 0x00F8_00]
    let two = ColorQuantizer(colors.map { RGB(hex: $0) }, maximumCount: 2)
    #expect(two.palette == [RGB(hex: 0x040000), RGB(hex: 0x00FB00)])
    #expect(colors.map { two.number(of: RGB(hex: $0)) } == [0, 0, 1, 1])
    #expect(ColorQuantizer(colors.map { RGB(hex: $0) }, maximumCount: 0).palette.count == 1)
    #expect(ColorQuantizer(colors.map { RGB(hex: $0) }, maximumCount: 9).palette.count == 4)
    #expect(ColorQuantizer([], maximumCount: 9).palette.isEmpty)
  }

  @Test("writes and deletes kitty images with and without an identifier")
  func kittyBytes() throws {
    let image = try image(1, 1, [0xFF00_00FF])
    func text(_ identifier: UInt32) -> String {
      String(
        decoding: KittyImageEncoder.encode(image, identifier: identifier, size: Size(width: 1, height: 2)),
        as: UTF8.self
      )
    }
    #expect(text(0) == "\u{1B}_Ga=T,f=32,s=1,v=1,c=1,r=2,C=1,q=2,m=0;/wAA/w==\u{1B}\\")
    #expect(text(1) == "\u{1B}_Ga=T,f=32,s=1,v=1,c=1,r=2,C=1,q=2,i=1,m=0;/wAA/w==\u{1B}\\")
    #expect(
      String(decoding: KittyImageEncoder.delete(identifier: 7), as: UTF8.self) == "\u{1B}_Ga=d,d=I,i=7,q=2\u{1B}\\"
    )
  }

  @Test("draws pixels as cell backgrounds on terminals with wide half blocks")
  func blanks() throws {
    let image = try image(1, 1, [0xFF00_00FF])
    let frame = ImageView(image, description: "").frame(
      size: Size(width: 2, height: 1),
      environment: RenderEnvironment(widthPolicy: .eastAsian)
    )
    #expect(frame.buffer.lines == [""])
    #expect(frame.buffer[0, 0].style.background == .hex(0xFF0000))
  }

  @Test(
    "fits an image into an area without changing its proportions",
    arguments: [
      (100, 100, 40, 40, 40, 20), (100, 100, 40, 10, 20, 10), (200, 100, 40, 40, 40, 10), (10, 1000, 40, 10, 1, 10),
      (1000, 1, 40, 10, 40, 1), (5, 5, 0, 3, 0, 0), (3, 2, 5, 9, 5, 2), (2, 3, 5, 9, 5, 4), (2, 3, 5, 2, 3, 2),
      (1, 1, 1, 1, 1, 1), (1, 1000, 40, 1, 1, 1), (2, 1, 4, 1, 4, 1), (2, 1, 5, 1, 5, 1),
    ]
  )
  func proportions(
    _ width: Int,
    _ height: Int,
    _ columns: Int,
    _ rows: Int,
    _ expectedColumns: Int,
    _ expectedRows: Int
  ) {
    let image = PixelImage(uncheckedWidth: width, height: height, bytes: [])
    let size = ImageView.contained(image, in: Size(width: columns, height: rows))
    #expect(size == Size(width: expectedColumns, height: expectedRows))
  }

  @Test("lets a terminal with an image protocol draw a fully visible image")
  func placement() throws {
    let image = try image(2, 2, [1, 2, 3, 4])
    let environment = RenderEnvironment(imageProtocol: .kitty)
    let view = ImageView(image, description: "")
    let whole = view.frame(size: Size(width: 4, height: 2), environment: environment)
    #expect(whole.images == [ImagePlacement(image: image, area: Rectangle(x: 0, y: 0, width: 4, height: 2))])
    let covered = Overlay(view, top: Text("x")).frame(size: Size(width: 4, height: 2), environment: environment)
    #expect(covered.images.isEmpty)
    let cut = ScrollArea(
      VStack { [Text("a"), ImageView(image, description: "")] as [any Widget] },
      state: ScrollState()
    ).frame(
      size: Size(width: 4, height: 2),
      environment: environment
    )
    #expect(cut.images.isEmpty)
  }

  @Test(
    "encodes Base64 as in RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ]
  )
  func base64(_ text: String, _ expected: String) {
    var output: [UInt8] = []
    Base64.append(Array(text.utf8), to: &output)
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test("divides a kitty payload into chunks, with control keys only in the first chunk")
  func kitty() throws {
    // Given: an image whose payload takes two chunks
    let bytes = (0..<(40 * 20 * 4)).map { UInt8(truncatingIfNeeded: $0) }
    let image = try #require(PixelImage(width: 40, height: 20, bytes: bytes))
    // When: it is encoded
    let text = String(
      decoding: KittyImageEncoder.encode(image, identifier: 7, size: Size(width: 4, height: 2)),
      as: UTF8.self
    )
    let pieces = text.components(separatedBy: "\u{1B}\\")
    // Then: the chunks contain the pixels
    try #require(pieces.count == 3)
    #expect(pieces[2].isEmpty)
    #expect(pieces[0].hasPrefix("\u{1B}_Ga=T,f=32,s=40,v=20,c=4,r=2,C=1,q=2,i=7,m=1;"))
    #expect(pieces[1].hasPrefix("\u{1B}_Gm=0;"))
    let payload = pieces[0].components(separatedBy: ";")[1] + pieces[1].components(separatedBy: ";")[1]
    #expect(Data(base64Encoded: payload) == Data(bytes))
    #expect(pieces[0].components(separatedBy: ";")[1].utf8.count == 4096)
  }

  @Test("encodes an image file and its length for iTerm2")
  func iTerm() {
    let file = Array("file".utf8)
    let text = String(decoding: ITermImageEncoder.encode(file: file, size: Size(width: 3, height: 2)), as: UTF8.self)
    let head = "\u{1B}]1337;File=inline=1;size=\(file.count);width=3;height=2;preserveAspectRatio=0:"
    #expect(text.hasPrefix(head))
    #expect(text.hasSuffix("\u{7}"))
    #expect(Data(base64Encoded: String(text.dropFirst(head.count).dropLast())) == Data(file))
  }

  @Test("encodes sixel graphics that decode to the same pixels, without transparent pixels")
  func sixel() throws {
    // Given: an image with four colors and a hole, taller than a band
    let side = 9
    let pixels: [UInt32] = (0..<(side * side)).map { index in
      index == 40 ? 0 : [0xFF00_00FF, 0x00FF_00FF, 0x0000_FFFF, 0xFFFF_FFFF][(index % side / 3 + index / side / 3) % 4]
    }
    let image = try image(side, side, pixels)
    // When: the image is encoded, and decoded by a minimal decoder
    let decoded = try SixelReader.read(SixelEncoder.encode(image), width: side, height: side)
    // Then: the decoded pixels equal the original pixels
    for (index, pixel) in pixels.enumerated() {
      #expect(decoded[index] == (pixel & 255 == 0 ? nil : pixel >> 8), "pixel \(index)")
    }
  }

  @Test("reduces an image to the terminal's number of colors", arguments: [2, 16, 256])
  func quantizing(_ count: Int) throws {
    let pixels = (0..<4096).map { (index: Int) -> RGB in
      RGB(red: UInt8((index >> 8) * 16), green: UInt8((index >> 4 & 15) * 16), blue: UInt8((index & 15) * 16))
    }
    let quantizer = ColorQuantizer(pixels, maximumCount: count)
    #expect(quantizer.palette.count == count)
    let worst = pixels.map { pixel -> Int in
      let chosen = quantizer.palette[Int(quantizer.number(of: pixel))]
      return abs(Int(pixel.red) - Int(chosen.red))
    }.max()
    #expect(try #require(worst) <= (count == 256 ? 48 : 160))
  }

  @Test(
    "uses the first letters of the first and last words as avatar initials",
    arguments: [
      ("Ada Lovelace", "AL"), ("ada", "A"), ("  ", "?"), ("", "?"), ("Mary Jane Watson", "MW"),
      ("\u{674E} \u{660E}", "\u{674E}\u{660E}"),
      ("(Zo\u{EB}) \u{201C}Z\u{201D}", "ZZ"), ("\u{DF}a", "S"), ("42 x", "4X"), ("\u{1B}[31m", "3"),
    ]
  )
  func initials(_ name: String, _ expected: String) {
    #expect(Avatar.initials(of: name) == expected)
  }

  @Test(
    "derives an avatar color of medium lightness from the name alone",
    arguments: [("Ada Lovelace", 0xC64739), ("Grace Hopper", 0x9E39C6), ("", 0xC3C639)] as [(String, UInt32)]
  )
  func avatarColor(_ name: String, _ hex: UInt32) {
    #expect(Avatar.color(of: name) == RGB(hex: hex))
  }
}
