import Images
import Testing

@Suite("Decoding limits")
struct LimitTests {
  @Test("rejects images that are too wide or too tall", arguments: ["png-flat.png", "jpeg-baseline-420.jpg"])
  func sides(_ name: String) throws {
    let bytes = try Corpus.read(name)
    let info = try ImageInfo.read(bytes)
    #expect(throws: ImageError.limitExceeded(.width, needed: info.width, allowed: info.width - 1)) {
      try ImageDecoder.decode(bytes, limits: ImageLimits(maximumWidth: info.width - 1))
    }
    #expect(throws: ImageError.limitExceeded(.height, needed: info.height, allowed: info.height - 1)) {
      try ImageDecoder.decode(bytes, limits: ImageLimits(maximumHeight: info.height - 1))
    }
    let exact = ImageLimits(maximumWidth: info.width, maximumHeight: info.height)
    #expect(try ImageDecoder.decode(bytes, limits: exact).width == info.width)
  }

  @Test("applies size limits to an image's dimensions after rotation")
  func turned() throws {
    let bytes = try Corpus.read("jpeg-exif-orientation6.jpg")
    #expect(try ImageDecoder.decode(bytes, limits: ImageLimits(maximumWidth: 10, maximumHeight: 19)).width == 10)
  }

  @Test("applies limits even if the orientation comes after the frame header")
  func lateOrientation() throws {
    // Given: two blocks side by side, rotated by 90°
    let exif = Array("Exif".utf8) + [0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let file = JPEGBuilder.file([
      JPEGBuilder.tables, JPEGBuilder.frame(width: 16, height: 8), JPEGBuilder.segment(0xE1, exif), JPEGBuilder.scan(),
      [0b0000_1111], JPEGBuilder.end,
    ])

    // Then
    let image = try ImageDecoder.decode(file)
    #expect((image.width, image.height) == (8, 16))
    #expect(throws: ImageError.limitExceeded(.height, needed: 16, allowed: 15)) {
      try ImageDecoder.decode(file, limits: ImageLimits(maximumHeight: 15))
    }
    #expect(throws: ImageError.limitExceeded(.memory, needed: 16 * 8 * 9, allowed: 16 * 8 * 6)) {
      try ImageDecoder.decode(file, limits: ImageLimits(maximumMemory: 16 * 8 * 6))
    }
  }

  @Test("counts all decoding buffers toward the memory limit", arguments: Corpus.all)
  func memory(_ file: Corpus) throws {
    // When
    let bytes = try file.bytes
    let error = #expect(throws: ImageError.self) {
      try ImageDecoder.decode(bytes, limits: ImageLimits(maximumMemory: 3))
    }

    // Then: the reported requirement covers at least the pixels and their source, and decoding succeeds with it
    guard case .limitExceeded(.memory, let needed, 3) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(needed > file.width * file.height * 4)
    #expect(try ImageDecoder.decode(bytes, limits: ImageLimits(maximumMemory: needed)).width == file.width)
    #expect(throws: ImageError.limitExceeded(.memory, needed: needed, allowed: needed - 1)) {
      try ImageDecoder.decode(bytes, limits: ImageLimits(maximumMemory: needed - 1))
    }
  }

  @Test("rejects the largest possible dimensions before allocating memory")
  func largest() {
    let limits = ImageLimits(maximumWidth: .max, maximumHeight: .max)
    let png = PNGBuilder.file([
      PNGBuilder.header(0x7FFF_FFFF, 0x7FFF_FFFF, depth: 16, type: 6), PNGBuilder.pixels, PNGBuilder.end,
    ])
    #expect(throws: ImageError.limitExceeded(.memory, needed: .max, allowed: limits.maximumMemory)) {
      try ImageDecoder.decode(png, limits: limits)
    }
    let components: [[UInt8]] = [[1, 0x44, 0], [2, 0x11, 0], [3, 0x11, 0], [4, 0x11, 0]]
    let jpeg = JPEGBuilder.file([
      JPEGBuilder.frame(marker: 0xC2, width: 65_535, height: 65_535, components: components)
    ])
    let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(jpeg, limits: limits) }
    guard case .limitExceeded(.memory, let needed, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(needed > 65_535 * 65_535 * 4)
  }

  @Test("rejects a small file with huge claimed dimensions before allocating memory")
  func bombs() {
    // Given: 8000 × 8000 pixels within the memory limit, in only a few bytes
    let png = PNGBuilder.file([PNGBuilder.header(8000, 8000), PNGBuilder.pixels, PNGBuilder.end])
    let jpeg = JPEGBuilder.file([
      JPEGBuilder.tables, JPEGBuilder.frame(width: 8000, height: 8000), JPEGBuilder.scan(), JPEGBuilder.data,
      JPEGBuilder.end,
    ])
    let limits = ImageLimits(maximumMemory: 1 << 40)

    // Then
    #expect(
      throws: ImageError.damaged(.png, offset: 41, reason: "17 compressed bytes can't hold 8000 × 8000 pixels")
    ) { try ImageDecoder.decode(png, limits: limits) }
    #expect(throws: ImageError.truncated(.jpeg, size: jpeg.count, reading: "the pixels")) {
      try ImageDecoder.decode(jpeg, limits: limits)
    }
  }

  @Test("stops decompressing a stream that is larger than the image")
  func expansion() throws {
    // Given: data for 90 × 64 pixels in a file whose header says 3 × 2
    let flat = try Corpus.read("png-flat.png")
    let file = PNGBuilder.signature + PNGBuilder.header(3, 2) + flat[33...]

    // Then
    let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(file) }
    guard case .damaged(.png, _, "the data expands to more than 8 bytes") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("decodes a stream with thousands of empty blocks without building a table for each block")
  func emptyBlocks() throws {
    // Given: 10,000 empty blocks with the fixed code (four blocks take five bytes), before the block with the pixels
    let empty = [[UInt8]](repeating: [0x02, 0x08, 0x20, 0x80, 0x00], count: 2_500).flatMap { $0 }
    let stored = PNGBuilder.stored([0, 10, 20, 0, 30, 40])
    let data = stored[..<2] + empty + stored[2...]
    let file = PNGBuilder.file([PNGBuilder.header(), PNGBuilder.chunk("IDAT", Array(data)), PNGBuilder.end])

    // Then
    #expect(try ImageDecoder.decode(file)[1, 1] == RGBAColor(red: 40, green: 40, blue: 40))
  }

  @Test("rejects a JPEG with more scans than allowed")
  func scans() throws {
    let bytes = try Corpus.read("jpeg-progressive-420.jpg")
    #expect(throws: ImageError.limitExceeded(.scans, needed: 4, allowed: 3)) {
      try ImageDecoder.decode(bytes, limits: ImageLimits(maximumScans: 3))
    }
    #expect(try ImageDecoder.decode(bytes, limits: ImageLimits(maximumScans: 10)).width == 35)
  }
}
