import BasicsTesting
import Images
import Testing

@Suite("PNG encoding")
struct PNGEncoderTests {
  private func expectRoundTrip(_ image: RGBAImage, _ comment: Comment? = nil) throws {
    let file = image.pngData()
    #expect(try ImageDecoder.decode(file) == image, comment)
  }

  @Test("preserves every image in the corpus when encoding to PNG", arguments: Corpus.all)
  func corpus(_ file: Corpus) throws {
    try expectRoundTrip(try ImageDecoder.decode(file.bytes))
  }

  @Test("preserves images of any size and kind when encoding to PNG")
  func random() throws {
    var random = SeededGenerator(seed: 9)
    for round in 0..<150 {
      // Given: noise, few colors, long runs or gradients, with and without opacity and color
      let width = Int.random(in: 1...60, using: &random)
      let height = Int.random(in: 1...40, using: &random)
      var pixels: [UInt8] = []
      for index in 0..<width * height {
        let value: UInt8 =
          switch round % 4 {
          case 0: UInt8.random(in: 0...255, using: &random)
          case 1: UInt8.random(in: 0...1, using: &random) * 200
          case 2: UInt8(index / 300 & 255)
          default: UInt8(index % width)
          }
        let other = round % 3 == 0 ? value : value &* 3
        pixels += [value, other, value, round % 5 == 0 ? other : 255]
      }
      try expectRoundTrip(#require(RGBAImage(width: width, height: height, pixels: pixels)), "round \(round)")
    }
  }

  @Test("preserves an image with more symbols than fit into a single DEFLATE block")
  func blocks() throws {
    var random = SeededGenerator(seed: 10)
    let pixels = (0..<150 * 120 * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    try expectRoundTrip(#require(RGBAImage(width: 150, height: 120, pixels: pixels)))
  }

  @Test("stores only the samples that an image needs in a PNG")
  func colorModels() throws {
    func model(_ pixels: [UInt8]) throws -> ImageInfo.ColorModel {
      try ImageInfo.read(#require(RGBAImage(width: 2, height: 1, pixels: pixels)).pngData()).colorModel
    }
    #expect(try model([1, 1, 1, 255, 9, 9, 9, 255]) == .gray)
    #expect(try model([1, 1, 1, 255, 9, 9, 8, 255]) == .rgb)
    #expect(try model([1, 1, 1, 254, 9, 9, 9, 255]) == .rgba)
  }

  @Test("compresses repetitive images")
  func size() throws {
    let pixels = [UInt8](repeating: 200, count: 300 * 200 * 4)
    #expect(try #require(RGBAImage(width: 300, height: 200, pixels: pixels)).pngData().count < 800)
  }
}
