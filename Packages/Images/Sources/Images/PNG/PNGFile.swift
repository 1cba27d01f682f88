/// The chunks of a PNG file that matter for its pixels, checked.
struct PNGFile {
  let header: PNGHeader
  /// Red, green and blue of each entry.
  private(set) var palette: [UInt8] = []
  /// The data of the chunk tRNS, empty without one.
  private(set) var transparency: [UInt8] = []
  /// Where the compressed pixels are.
  private(set) var data: [Range<Int>] = []

  /// The bytes of the compressed pixels.
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

  /// Reads a file up to its end, or refuses it as soon as its header shows that it is too large.
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
        guard !hasPalette, data.isEmpty else { throw damage("the palette is at a wrong place") }
        guard chunk.data.count.isMultiple(of: 3), (3...768).contains(chunk.data.count) else {
          throw damage("the palette has \(chunk.data.count) bytes")
        }
        hasPalette = true
        palette = Array(bytes[chunk.data])
      case "tRNS":
        try readTransparency(bytes[chunk.data], damage: damage)
      case "IDAT":
        guard !dataHasEnded else { throw damage("other chunks are among those with pixels") }
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

  /// PNG, third edition, § 11.3.1.1.
  private mutating func readTransparency(
    _ chunk: ArraySlice<UInt8>,
    damage: (String) -> ImageError
  ) throws(ImageError) {
    guard data.isEmpty, transparency.isEmpty else { throw damage("the transparency is at a wrong place") }
    let isRight =
      switch header.colorType {
      case .gray: chunk.count == 2
      case .rgb: chunk.count == 6
      case .palette: chunk.count <= palette.count / 3
      case .grayAlpha, .rgba: false
      }
    guard isRight else { throw damage("the transparency does not fit colour type \(header.colorType.rawValue)") }
    transparency = Array(chunk)
  }
}
