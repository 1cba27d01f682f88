import BasicsTesting
import Images
import Testing

@Suite("Malformed JPEG files")
struct MalformedJPEGTests {
  private typealias Builder = JPEGBuilder

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let file: [UInt8]

    init(_ name: String, _ parts: [[UInt8]]) {
      testDescription = name
      file = JPEGBuilder.file(parts)
    }
  }

  @Test("decodes a valid JPEG from the test's builder, even with FF bytes before its markers")
  func intact() throws {
    let parts = [Builder.tables, Builder.frame(), Builder.scan(), Builder.data]
    let image = try ImageDecoder.decode(Builder.file(parts + [Builder.end]))
    #expect(Set(image.pixels) == [128, 255])
    #expect(try ImageDecoder.decode(Builder.file(parts + [[0xFF, 0xFF], Builder.end])) == image)
  }

  @Test(
    "names the unsupported feature when it rejects a JPEG",
    arguments: [
      (JPEGBuilder.frame(marker: 0xC3), "lossless coding"), (JPEGBuilder.frame(marker: 0xC5), "hierarchical coding"),
      (JPEGBuilder.frame(marker: 0xC9), "arithmetic coding"), (JPEGBuilder.frame(marker: 0xCA), "arithmetic coding"),
      (JPEGBuilder.frame(marker: 0xCB), "lossless arithmetic coding"),
      (JPEGBuilder.frame(marker: 0xF7), "JPEG-LS coding"),
      (JPEGBuilder.frame(marker: 0xC1, depth: 12), "12 bits per sample"),
      (JPEGBuilder.frame(height: 0), "a height after the first scan (DNL)"),
      (JPEGBuilder.frame(components: [[1, 0x11, 0], [2, 0x11, 0]]), "2 components"),
      (
        JPEGBuilder.frame(components: [[1, 0x31, 0], [2, 0x21, 0], [3, 0x11, 0]]),
        "sampling factors that are not multiples of each other"
      ),
    ]
  )
  func unsupported(_ frame: [UInt8], _ feature: String) {
    let file = Builder.file([Builder.tables, frame, Builder.scan(), Builder.data, Builder.end])
    #expect(throws: ImageError.unsupported(.jpeg, feature: feature)) { try ImageDecoder.decode(file) }
    #expect(throws: ImageError.unsupported(.jpeg, feature: feature)) { try ImageInfo.read(file) }
  }

  @Test(
    "rejects invalid JPEG segments",
    arguments: [
      (Case("no frame", [JPEGBuilder.tables, JPEGBuilder.scan()]), "there is a scan before the frame header"),
      (Case("nothing", [JPEGBuilder.end]), "a component has no scan"),
      (Case("no scan", [JPEGBuilder.tables, JPEGBuilder.frame(), JPEGBuilder.end]), "a component has no scan"),
      (Case("two frames", [JPEGBuilder.frame(), JPEGBuilder.frame()]), "there is a second frame header"),
      (Case("no marker", [JPEGBuilder.tables, [1, 2, 3]]), "there is no marker where a segment should begin"),
      (Case("a start within", [JPEGBuilder.tables, [0xFF, 0xD8]]), "the marker FFD8 does not begin a segment"),
      (Case("length 1", [[0xFF, 0xDB, 0, 1]]), "the segment FFDB has the invalid length 1"),
      (Case("frame of 5 bytes", [JPEGBuilder.segment(0xC0, [8, 0, 1, 0, 1])]), "the frame header has 5 bytes"),
      (Case("no columns", [JPEGBuilder.frame(width: 0)]), "the image has no columns"),
      (Case("no components", [JPEGBuilder.frame(components: [])]), "the image has no components"),
      (Case("7 bits", [JPEGBuilder.frame(depth: 7)]), "there can't be 7 bits per sample"),
      (
        Case("factors 0 × 5", [JPEGBuilder.frame(components: [[1, 0x05, 0]])]),
        "a component has the sampling factors 0 × 5"
      ),
      (Case("table 4", [JPEGBuilder.frame(components: [[1, 0x11, 4]])]), "there is no quantization table 4"),
      (
        Case("same number", [JPEGBuilder.frame(components: [[1, 0x11, 0], [1, 0x11, 0], [3, 0x11, 0]])]),
        "two components have the same number"
      ),
      (
        Case("short quantization", [JPEGBuilder.segment(0xDB, [0, 1, 2])]),
        "a quantization table is malformed"
      ),
      (
        Case("quantization 4", [JPEGBuilder.segment(0xDB, [UInt8](repeating: 4, count: 65))]),
        "a quantization table is malformed"
      ),
      (Case("short Huffman", [JPEGBuilder.segment(0xC4, [0, 1])]), "a Huffman table is malformed"),
      (Case("Huffman class 2", [JPEGBuilder.huffman(0x20, [0, 1])]), "a Huffman table is malformed"),
      (
        Case("missing symbols", [JPEGBuilder.huffman(0, [0])]),
        "a Huffman table has 2 codes, but not enough bytes for them"
      ),
      (
        Case("too many codes", [JPEGBuilder.segment(0xC4, [0, 3] + [UInt8](repeating: 0, count: 15) + [0, 1, 2])]),
        "the codes of a Huffman table are invalid"
      ),
      (
        Case("mean of 16 bits", [JPEGBuilder.huffman(0, [0, 16])]), "the codes of a Huffman table are invalid"
      ),
      (Case("long interval", [JPEGBuilder.segment(0xDD, [0, 0, 1])]), "the restart interval has 3 bytes"),
    ]
  )
  func segments(_ file: Case, _ expected: String) {
    expectDamage(file.file, expected)
  }

  @Test(
    "rejects invalid JPEG scans",
    arguments: [
      (0xC0, JPEGBuilder.segment(0xDA, [1, 1, 0]), "the scan header has 3 bytes"),
      (0xC0, JPEGBuilder.segment(0xDA, []), "the scan header has 0 bytes"),
      (0xC0, JPEGBuilder.scan(components: [2, 0]), "a scan contains the component 2, which is not in the frame"),
      (0xC0, JPEGBuilder.scan(components: [1, 0, 1, 0]), "a scan contains the component 1 twice"),
      (0xC0, JPEGBuilder.scan(components: [1, 0x40]), "a scan refers to invalid Huffman tables"),
      (0xC0, JPEGBuilder.scan(components: [1, 0x10]), "a scan refers to an undefined Huffman table"),
      (0xC2, JPEGBuilder.scan(spectrum: [0, 63, 0]), "a scan can't contain coefficients 0 to 63 for 1 components"),
      (0xC2, JPEGBuilder.scan(spectrum: [9, 5, 0]), "a scan can't contain coefficients 9 to 5 for 1 components"),
      (0xC2, JPEGBuilder.scan(spectrum: [1, 64, 0]), "a scan can't contain coefficients 1 to 64 for 1 components"),
      (0xC2, JPEGBuilder.scan(spectrum: [1, 5, 0x31]), "a scan has the invalid bit positions 3 and 1"),
      (0xC2, JPEGBuilder.scan(spectrum: [1, 5, 0x0E]), "a scan has the invalid bit positions 0 and 14"),
    ] as [(UInt8, [UInt8], String)]
  )
  func scans(_ marker: UInt8, _ scan: [UInt8], _ expected: String) {
    expectDamage(
      Builder.file([Builder.tables, Builder.frame(marker: marker), scan, Builder.data, Builder.end]),
      expected
    )
  }

  @Test("rejects a JPEG scan without a quantization table")
  func missingQuantization() {
    let parts = [Builder.huffman(0, [0, 1]), Builder.huffman(0x10, [0, 1]), Builder.frame(), Builder.scan()]
    expectDamage(
      Builder.file(parts + [Builder.data, Builder.end]),
      "the quantization table of a component is not defined"
    )
  }

  @Test("rejects JPEG data that is too short, is invalid or lacks a restart marker")
  func data() {
    // Given: an image with many blocks of two bits each
    let start = [Builder.tables, Builder.frame(width: 64, height: 8)]

    // Then
    expectDamage(Builder.file(start + [Builder.scan(), [0], Builder.end]), "a scan ends before the image does")
    expectDamage(
      Builder.file(start + [Builder.scan(), [0xFE, 0xFE], Builder.end]),
      "a scan contains an undefined code"
    )
    let restarts = Builder.segment(0xDD, [0, 4])
    expectDamage(
      Builder.file(start + [restarts, Builder.scan(), [0, 0xFF, 0xD1, 0], Builder.end]),
      "expected the restart marker FFD0, but found FFD1"
    )
    expectDamage(
      Builder.file(start + [restarts, Builder.scan(), [0], Builder.end]),
      "expected the restart marker FFD0, but found FFD9"
    )
  }

  @Test("ignores invalid EXIF data", arguments: 0..<200)
  func exif(_ seed: Int) throws {
    // Given: an orientation with a changed byte or missing bytes at the end
    var random = SeededGenerator(seed: UInt64(seed))
    let order: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    var content = Array("Exif".utf8) + [0, 0] + order + [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    content[Int.random(in: 0..<content.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    content.removeLast(Int.random(in: 0..<content.count, using: &random))
    let parts = [Builder.segment(0xE1, content), Builder.tables, Builder.frame(), Builder.scan(), Builder.data]

    // Then
    #expect(try ImageDecoder.decode(Builder.file(parts + [Builder.end])).width == 8)
  }

  private func expectDamage(_ file: [UInt8], _ expected: String) {
    do throws(ImageError) {
      _ = try ImageDecoder.decode(file)
      Issue.record("Expected \(expected), but the image was decoded.")
    } catch {
      guard case .damaged(.jpeg, let offset, let reason) = error else {
        Issue.record("Expected \(expected), but got: \(error)")
        return
      }
      #expect(reason == expected)
      #expect((0...file.count).contains(offset))
    }
  }
}
