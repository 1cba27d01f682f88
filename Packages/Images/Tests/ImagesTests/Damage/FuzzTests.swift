import BasicsTesting
import Images
import Testing

@Suite("Fuzzed image files")
struct FuzzTests {
  private static let limits = ImageLimits(
    maximumWidth: 200,
    maximumHeight: 200,
    maximumMemory: 1 << 20,
    maximumScans: 20
  )

  /// The number of inputs in each loop.
  private static let count = LongTests.rounds(byDay: 500, byNight: 100_000)

  /// Decodes a file and counts the outcome; a decoded image must be complete.
  private func decode(_ bytes: [UInt8], _ pictures: inout Int, _ errors: inout Int) {
    do throws(ImageError) {
      let image = try ImageDecoder.decode(bytes, limits: Self.limits)
      #expect(image.width <= 200)
      #expect(image.height <= 200)
      #expect(image.pixels.count == image.width * image.height * 4)
      pictures += 1
    } catch {
      #expect(!error.description.isEmpty)
      errors += 1
    }
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator, others: [[UInt8]]) {
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      let length = min(Int.random(in: 1...40, using: &random), bytes.count - index)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.removeSubrange(index..<index + length)
      case 3: bytes.insert(contentsOf: bytes[index..<index + length], at: index)
      case 4:
        for place in index..<index + length { bytes[place] = [0, 0xFF, 0xD9, 0x80].randomElement(using: &random) ?? 0 }
      default:
        bytes.replaceSubrange(index..<index + length, with: (others.randomElement(using: &random) ?? []).suffix(length))
      }
    }
  }

  @Test("decodes or rejects randomly changed image files without crashing or hanging")
  func corpus() throws {
    // Given
    var random = SeededGenerator(seed: 7)
    let files = try Corpus.all.map { try $0.bytes }
    var pictures = 0
    var errors = 0

    // When
    for _ in 0..<Self.count {
      var bytes = try #require(files.randomElement(using: &random))
      change(&bytes, &random, others: files)
      decode(bytes, &pictures, &errors)
    }

    // Then
    #expect(pictures > Self.count / 50)
    #expect(errors > Self.count / 2)
  }

  @Test("decodes or rejects randomly changed PNG chunks with valid checksums without crashing or hanging")
  func chunks() throws {
    // Given: files that get past the checksum validation
    var random = SeededGenerator(seed: 11)
    let files = try Corpus.all.filter { $0.format == .png }.map { try chunks($0.bytes) }
    let others = files.flatMap { $0.map(\.data) }
    var pictures = 0
    var errors = 0

    // When
    for _ in 0..<Self.count {
      var file = try #require(files.randomElement(using: &random))
      let index = Int.random(in: 0..<file.count, using: &random)
      change(&file[index].data, &random, others: others)
      decode(PNGBuilder.file(file.map { PNGBuilder.chunk($0.type, $0.data) }), &pictures, &errors)
    }

    // Then
    #expect(pictures > Self.count / 50)
    #expect(errors > Self.count / 2)
  }

  private func chunks(_ file: [UInt8]) -> [(type: String, data: [UInt8])] {
    var result: [(type: String, data: [UInt8])] = []
    var offset = 8
    while offset < file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
      result.append((type, Array(file[offset + 8..<offset + 8 + length])))
      offset += 12 + length
    }
    return result
  }

  @Test("rejects random bytes after an image signature")
  func noise() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<Self.count {
      let start: [UInt8] = Bool.random(using: &random) ? PNGBuilder.signature : [0xFF, 0xD8, 0xFF, 0xDB, 0, 67]
      let rest = (0..<Int.random(in: 0..<200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(throws: ImageError.self) { try ImageDecoder.decode(start + rest) }
    }
  }
}
