import Basics

/// The validated chunks that affect the pixels.
struct PNGFile {
  let header: PNGHeader
  /// The red, green and blue samples for each entry.
  private(set) var palette: [UInt8] = []
  /// The content of the tRNS chunk, if any.
  private(set) var transparency: [UInt8] = []
  private(set) var data: [Range<Int>] = []

  /// The size of the compressed data, in bytes.
  var dataCount: Int { data.reduce(0) { $0 + $1.count } }

  static func readInfo(_ bytes: [UInt8]) throws(ImageError) -> ImageInfo {
    let header = try readHeader(bytes)
    return ImageInfo(
      format: .png,
      width: header.width,
      height: header.height,
      orientation: .up,
      colorModel: header.colorType.model,
      bitsPerSample: header.bitDepth,
      isProgressive: header.isInterlaced
    )
  }

  private static func readHeader(_ bytes: [UInt8]) throws(ImageError) -> PNGHeader {
    let chunk = try PNGChunk(bytes, at: PNGSignature.bytes.count)
    guard chunk.type == "IHDR", chunk.data.count == 13 else {
      throw .damaged(.png, offset: PNGSignature.bytes.count, reason: "the first chunk is not a header")
    }
    return try PNGHeader(bytes)
  }

  /// Reads a file, and throws as soon as its header exceeds the limits.
  init(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
    header = try Self.readHeader(bytes)
    try limits.check(width: header.width, height: header.height)
    var hasPalette = false
    var dataHasEnded = false
    var offset = PNGSignature.bytes.count + 12 + 13
    while true {
      let chunk = try PNGChunk(bytes, at: offset)
      func damage(_ reason: String) -> ImageError { .damaged(.png, offset: offset, reason: reason) }
      if !data.isEmpty, chunk.type != "IDAT" { dataHasEnded = true }
      switch chunk.type {
      case "IHDR":
        throw damage("there is a second header")
      case "PLTE":
        guard !hasPalette, data.isEmpty else { throw damage("the palette is at the wrong position") }
        guard chunk.data.count.isMultiple(of: 3), (3...768).contains(chunk.data.count) else {
          throw damage("the palette has \(chunk.data.count) bytes")
        }
        hasPalette = true
        palette = Array(bytes[chunk.data])
      case "tRNS":
        try readTransparency(bytes[chunk.data], damage: damage)
      case "IDAT":
        guard !dataHasEnded else { throw damage("the chunks with pixels are not consecutive") }
        guard hasPalette || header.colorType != .palette else { throw damage("there is no palette before the pixels") }
        data.append(chunk.data)
      case "IEND":
        guard !data.isEmpty else { throw damage("there are no pixels") }
        return
      case let type where chunk.isCritical:
        throw .unsupported(.png, feature: "the chunk \(type)")
      default:
        break
      }
      offset = chunk.end
    }
  }

  /// Reads the tRNS chunk (PNG, third edition, § 11.3.1.1).
  private mutating func readTransparency(
    _ chunk: ArraySlice<UInt8>,
    damage: (String) -> ImageError
  ) throws(ImageError) {
    guard data.isEmpty, transparency.isEmpty else { throw damage("the transparency is at the wrong position") }
    let isRight =
      switch header.colorType {
      case .gray: chunk.count == 2
      case .rgb: chunk.count == 6
      case .palette: chunk.count <= palette.count / 3
      case .grayAlpha, .rgba: false
      }
    guard isRight else { throw damage("the transparency does not fit color type \(header.colorType.rawValue)") }
    transparency = Array(chunk)
  }
}

/// A chunk: length, type, data and checksum (PNG, third edition, § 5.3).
struct PNGChunk {
  /// The type, which consists of four ASCII letters.
  let type: String
  let data: Range<Int>

  var end: Int { data.upperBound + 4 }

  /// Whether decoders must support the chunk, as indicated by an uppercase first letter (PNG, third edition, § 5.4).
  var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? true }

  /// Reads a chunk and verifies its checksum.
  init(_ bytes: [UInt8], at offset: Int) throws(ImageError) {
    guard bytes.count - offset >= 8 else {
      throw .truncated(.png, size: bytes.count, reading: "the chunks")
    }
    let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    let letters = bytes[offset + 4..<offset + 8]
    guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
      throw .damaged(.png, offset: offset + 4, reason: "a chunk type does not consist of four letters")
    }
    type = String(decoding: letters, as: UTF8.self)
    guard length <= 0x7FFF_FFFF else {
      throw .damaged(.png, offset: offset, reason: "the chunk \(type) can't have \(length) bytes")
    }
    guard bytes.count - offset - 12 >= length else {
      throw .truncated(.png, size: bytes.count, reading: "the chunk \(type)")
    }
    data = offset + 8..<offset + 8 + length
    let stored = bytes[data.upperBound..<data.upperBound + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard CRC32(bytes[offset + 4..<data.upperBound]).value == stored else {
      throw .damaged(.png, offset: offset, reason: "the checksum (CRC-32) of the chunk \(type) is wrong")
    }
  }
}

/// The first eight bytes of a PNG (third edition, § 5.2).
enum PNGSignature {
  static let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
