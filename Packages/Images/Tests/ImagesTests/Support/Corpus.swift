import Foundation
import Images
import Testing

/// A file in the directory `Corpus`, made by `Scripts/make-corpus small`, with its expected pixels.
struct Corpus: Sendable, CustomTestStringConvertible {
  let name: String
  let width: Int
  let height: Int
  /// The ``fingerprint(_:)`` of the pixels.
  let pixels: UInt64

  var testDescription: String { name }
  var format: ImageFormat { name.hasSuffix(".png") ? .png : .jpeg }
  var bytes: [UInt8] { get throws { try Self.read(name) } }

  static let all: [Corpus] = {
    guard let table = try? String(decoding: read("expected.txt"), as: UTF8.self) else { return [] }
    return table.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 4, let width = Int(fields[1]), let height = Int(fields[2]) else { return nil }
      guard let pixels = UInt64(fields[3], radix: 16) else { return nil }
      return Corpus(name: String(fields[0]), width: width, height: height, pixels: pixels)
    }
  }()

  /// The files that are small enough for corrupting each byte.
  static let small: [Corpus] = [
    "jpeg-baseline-1x1.jpg", "jpeg-baseline-5x5.jpg", "jpeg-progressive-1x1.jpg", "jpeg-coefficients-440-narrow.jpg",
    "png-1x1-adam7.png", "png-3x5-adam7.png", "png-type0-1bit.png", "png-type2-8bit-transparent.png",
    "png-palette-transparent.png", "png-type6-16bit.png", "png-flat.png",
  ].compactMap { name in all.first { $0.name == name } }

  static func read(_ name: String) throws -> [UInt8] {
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Corpus")
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// Returns the 64-bit FNV-1a hash, which the script also computes.
  static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
