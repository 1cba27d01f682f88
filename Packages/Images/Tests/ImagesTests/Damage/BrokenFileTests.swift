import Images
import Testing

@Suite("Broken files")
struct BrokenFileTests {
  @Test("A file that is cut off at any byte is said to be that", arguments: Corpus.small)
  func truncated(_ file: Corpus) throws {
    // Given
    let bytes = try file.bytes
    let signature = file.format == .png ? 8 : 3

    for count in 0..<bytes.count {
      // When
      let part = bytes[..<count]
      let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(part) }

      // Then
      switch error {
      case .truncated(file.format, count, _): continue
      case .unrecognized where count < signature: continue
      default: Issue.record("\(file.name), cut off at \(count): \(String(describing: error))")
      }
    }
  }

  @Test("Of a PNG, no changed byte goes unnoticed", arguments: Corpus.small.filter { $0.format == .png })
  func changedPNG(_ file: Corpus) throws {
    let bytes = try file.bytes
    for index in bytes.indices {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] ^= change
        #expect(throws: ImageError.self, "byte \(index) ^ \(change)") { try ImageDecoder.decode(changed) }
      }
    }
  }

  @Test("Of a JPEG, a changed byte gives an error or a picture", arguments: Corpus.small.filter { $0.format == .jpeg })
  func changedJPEG(_ file: Corpus) throws {
    // Given
    let bytes = try file.bytes
    let limits = ImageLimits(maximumWidth: 300, maximumHeight: 300)
    var pictures = 0
    var errors = 0

    // When
    for index in bytes.indices {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] ^= change
        do throws(ImageError) {
          let image = try ImageDecoder.decode(changed, limits: limits)
          #expect(image.pixels.count == image.width * image.height * 4)
          pictures += 1
        } catch {
          errors += 1
        }
      }
    }

    // Then: JPEG has no checksums, so that both occur.
    #expect(pictures > 0)
    #expect(errors > 0)
  }

  @Test("Random changes to the corpus give an error or a picture, at once")
  func fuzz() throws {
    // Given
    var random = SeededGenerator(seed: 7)
    let files = try Corpus.all.map { try $0.bytes }
    let limits = ImageLimits(maximumWidth: 200, maximumHeight: 200, maximumMemory: 1 << 20, maximumScans: 20)
    var pictures = 0
    var errors = 0

    for _ in 0..<3_000 {
      // When
      var bytes = try #require(files.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        let length = min(Int.random(in: 1...40, using: &random), bytes.count - index)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(index..<index + length)
        case 2: bytes.insert(contentsOf: bytes[index..<index + length], at: index)
        case 3:
          for place in index..<index + length {
            bytes[place] = [0, 0xFF, 0xD9, 0x80].randomElement(using: &random) ?? 0
          }
        default:
          let other = try #require(files.randomElement(using: &random))
          bytes.replaceSubrange(index..<index + length, with: other.suffix(length))
        }
        if bytes.isEmpty { bytes = [0] }
      }

      // Then
      do throws(ImageError) {
        let image = try ImageDecoder.decode(bytes, limits: limits)
        #expect(image.width <= 200 && image.height <= 200 && image.pixels.count == image.width * image.height * 4)
        pictures += 1
      } catch {
        #expect(!error.description.isEmpty)
        errors += 1
      }
    }
    #expect(pictures > 100)
    #expect(errors > 1_000)
  }

  @Test("Random bytes behind a signature give errors")
  func noise() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      let start: [UInt8] = Bool.random(using: &random) ? PNGBuilder.signature : [0xFF, 0xD8, 0xFF, 0xDB, 0, 67]
      let rest = (0..<Int.random(in: 0..<200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(throws: ImageError.self) { try ImageDecoder.decode(start + rest) }
    }
  }

  @Test(
    "A file of another kind is told by name",
    arguments: [
      ("GIF89a…", "a GIF picture"), ("RIFF....WEBPVP8 ", "a WebP picture"), ("BM....", "a BMP picture"),
      ("II*\u{0}", "a TIFF picture"), ("....ftypavif", "an AVIF picture"), ("....ftypheic", "a HEIC picture"),
      ("  \n<!DOCTYPE html>", "an HTML, XML or SVG text"), ("{\"error\": 404}", "a JSON text"), ("", "an empty file"),
      ("something else", nil),
    ] as [(String, String?)]
  )
  func otherKinds(_ text: String, _ guess: String?) {
    let bytes = Array(text.utf8)
    #expect(ImageFormat.detect(bytes) == nil)
    #expect(throws: ImageError.unrecognized(guess)) { try ImageDecoder.decode(bytes) }
    #expect(throws: ImageError.unrecognized(guess)) { try ImageInfo.read(bytes) }
  }

  @Test(
    "Errors are sentences that say what, where and what to do",
    arguments: [
      (ImageError.unrecognized("a GIF picture"), "The file is a GIF picture, not a PNG or JPEG picture."),
      (.unrecognized(nil), "The file is not a PNG or JPEG picture."),
      (
        .unsupported(.jpeg, feature: "arithmetic coding"),
        "The JPEG picture uses arithmetic coding, which is not supported. Save it again without that."
      ),
      (
        .truncated(.png, size: 90, reading: "the chunk IDAT"),
        "The PNG file ends after 90 bytes, in the middle of the chunk IDAT. Fetch or copy it again."
      ),
      (
        .damaged(.jpeg, offset: 5, reason: "there is no frame header"),
        "The JPEG file is damaged at byte 5: there is no frame header. Fetch or copy it again."
      ),
      (.limitExceeded(.width, needed: 9, allowed: 8), "The picture is 9 pixels wide; at most 8 are allowed."),
      (.limitExceeded(.height, needed: 9, allowed: 8), "The picture is 9 pixels high; at most 8 are allowed."),
      (.limitExceeded(.memory, needed: 9, allowed: 8), "The picture needs 9 bytes of memory; at most 8 are allowed."),
      (.limitExceeded(.scans, needed: 9, allowed: 8), "The picture has 9 scans or more; at most 8 are allowed."),
    ]
  )
  func sentences(_ error: ImageError, _ sentence: String) {
    #expect(error.description == sentence)
  }
}
