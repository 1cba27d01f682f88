import BasicsTesting
import Images
import Testing

@Suite("Corrupt and truncated files")
struct BrokenFileTests {
  @Test("reports an image file cut off at any byte as truncated", arguments: Corpus.small)
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

  @Test("detects a change to any byte of a PNG", arguments: Corpus.small.filter { $0.format == .png })
  func changedPNG(_ file: Corpus) throws {
    let bytes = try file.bytes
    try #require(!bytes.isEmpty)
    for index in bytes.indices {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] ^= change
        #expect(throws: ImageError.self, "byte \(index) ^ \(change)") { try ImageDecoder.decode(changed) }
      }
    }
  }

  @Test("decodes or rejects a JPEG with a single byte changed", arguments: Corpus.small.filter { $0.format == .jpeg })
  func changedJPEG(_ file: Corpus) throws {
    // Given
    let bytes = try file.bytes
    let limits = ImageLimits(maximumWidth: 300, maximumHeight: 300)
    var pictures = 0
    var errors = 0

    // When
    for index in stride(from: 0, to: bytes.count, by: LongTests.areEnabled ? 1 : 10) {
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

    // Then: both outcomes occur, because JPEG has no checksums
    #expect(pictures > 0)
    #expect(errors > 0)
  }

  @Test(
    "names the format of an unsupported image file",
    arguments: [
      ("GIF89a…", "a GIF image"), ("RIFF....WEBPVP8 ", "a WebP image"), ("BM....", "a BMP image"),
      ("II*\u{0}", "a TIFF image"), ("....ftypavif", "an AVIF image"), ("....ftypheic", "a HEIC image"),
      ("  \n<!DOCTYPE html>", "an HTML, XML or SVG document"), ("{\"error\": 404}", "a JSON document"),
      ("", "an empty file"),
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
    "states the problem, its position and the fix in image errors",
    arguments: [
      (ImageError.unrecognized("a GIF image"), "The file is a GIF image, not a PNG or JPEG image."),
      (.unrecognized(nil), "The file is not a PNG or JPEG image."),
      (
        .unsupported(.jpeg, feature: "arithmetic coding"),
        "The JPEG image uses arithmetic coding, which is not supported. Save the image without that feature."
      ),
      (
        .truncated(.png, size: 90, reading: "the chunk IDAT"),
        "The PNG file ends after 90 bytes, in the middle of the chunk IDAT. Download or copy the file again."
      ),
      (
        .damaged(.jpeg, offset: 5, reason: "there is no frame header"),
        "The JPEG file is corrupt at byte 5: there is no frame header. Download or copy the file again."
      ),
      (.limitExceeded(.width, needed: 9, allowed: 8), "The image is 9 pixels wide; at most 8 are allowed."),
      (.limitExceeded(.height, needed: 9, allowed: 8), "The image is 9 pixels high; at most 8 are allowed."),
      (
        .limitExceeded(.memory, needed: 9, allowed: 8),
        "The image needs 9 bytes of memory; at most 8 bytes are allowed."
      ),
      (.limitExceeded(.scans, needed: 9, allowed: 8), "The image has at least 9 scans; at most 8 are allowed."),
    ]
  )
  func sentences(_ error: ImageError, _ sentence: String) {
    #expect(error.description == sentence)
  }
}
