/// A JPEG's segments and the tables that they define (ITU-T T.81, annex B).
struct JPEGFile {
  struct Segment {
    let marker: UInt8
    let offset: Int
    /// The content after the length field; empty for markers without content.
    let content: Range<Int>
  }

  let bytes: [UInt8]
  private(set) var position = 2
  private(set) var huffman = JPEGHuffmanTables()
  /// The tables in the natural order of coefficients; `nil` until defined.
  private(set) var quantization = [[UInt16]?](repeating: nil, count: 4)
  /// The number of units between two restarts; 0 without restarts.
  private(set) var restartInterval = 0
  private(set) var isJFIF = false
  private(set) var adobeTransform: UInt8?
  private(set) var orientation = ImageOrientation.up

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func readInfo(_ bytes: [UInt8]) throws(ImageError) -> ImageInfo {
    var file = JPEGFile(bytes)
    while true {
      let segment = try file.next()
      if let frame = try file.frame(segment) {
        let color = JPEGColor(frame.components, isJFIF: file.isJFIF, adobe: file.adobeTransform)
        return ImageInfo(
          format: .jpeg,
          width: file.orientation.swapsSides ? frame.height : frame.width,
          height: file.orientation.swapsSides ? frame.width : frame.height,
          orientation: file.orientation,
          colorModel: color.model,
          bitsPerSample: 8,
          isProgressive: frame.isProgressive
        )
      }
      guard segment.marker != JPEGMarker.startOfScan, segment.marker != JPEGMarker.endOfImage else {
        throw .damaged(.jpeg, offset: segment.offset, reason: "there is no frame header")
      }
      try file.readTables(segment)
    }
  }

  mutating func next() throws(ImageError) -> Segment {
    let offset = position
    guard position < bytes.count else { throw truncated("the segments") }
    guard bytes[position] == 0xFF else {
      throw .damaged(.jpeg, offset: position, reason: "there is no marker where a segment should begin")
    }
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { throw truncated("the segments") }
    let marker = bytes[position]
    position += 1
    if marker == JPEGMarker.endOfImage { return Segment(marker: marker, offset: offset, content: position..<position) }
    guard marker != 0, marker != JPEGMarker.startOfImage, marker != JPEGMarker.temporary,
      !JPEGMarker.restarts.contains(marker)
    else {
      throw .damaged(.jpeg, offset: offset, reason: "the marker \(Self.name(marker)) does not begin a segment")
    }
    guard bytes.count - position >= 2 else { throw truncated("the segment \(Self.name(marker))") }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2 else {
      let reason = "the segment \(Self.name(marker)) has the invalid length \(length)"
      throw .damaged(.jpeg, offset: position, reason: reason)
    }
    guard length <= bytes.count - position else { throw truncated("the segment \(Self.name(marker))") }
    let content = position + 2..<position + length
    position += length
    return Segment(marker: marker, offset: offset, content: content)
  }

  /// Returns the frame in a segment; `nil` for other kinds of segments.
  func frame(_ segment: Segment) throws(ImageError) -> JPEGFrame? {
    if let feature = JPEGMarker.unsupportedFrame(segment.marker) { throw .unsupported(.jpeg, feature: feature) }
    guard (JPEGMarker.baseline...JPEGMarker.progressive).contains(segment.marker) else { return nil }
    return try JPEGFrame(bytes[segment.content], marker: segment.marker)
  }

  /// Reads the tables in a segment, ignoring other kinds of segments.
  mutating func readTables(_ segment: Segment) throws(ImageError) {
    let content = bytes[segment.content]
    switch segment.marker {
    case JPEGMarker.quantizationTables: try readQuantization(content)
    case JPEGMarker.huffmanTables: try readHuffman(content)
    case JPEGMarker.restartInterval:
      guard content.count == 2 else { throw damage(segment.offset, "the restart interval has \(content.count) bytes") }
      restartInterval = Int(content[content.startIndex]) << 8 | Int(content[content.startIndex + 1])
    case JPEGMarker.application0:
      if content.starts(with: Array("JFIF".utf8) + [0]) { isJFIF = true }
    case JPEGMarker.application1:
      if let orientation = EXIFOrientation.read(content) { self.orientation = orientation }
    case JPEGMarker.application14:
      if content.starts(with: Array("Adobe".utf8)), content.count >= 12 {
        adobeTransform = content[content.startIndex + 11]
      }
    case JPEGMarker.numberOfLines:
      throw .unsupported(.jpeg, feature: "a height after the first scan (DNL)")
    default: break
    }
  }

  /// Reads each table's 64 numbers of 8 or 16 bits, stored in zigzag order (ITU-T T.81, B.2.4.1).
  private mutating func readQuantization(_ content: ArraySlice<UInt8>) throws(ImageError) {
    var offset = content.startIndex
    while offset < content.endIndex {
      let isWide = content[offset] >> 4 == 1
      let number = Int(content[offset] & 15)
      guard content[offset] >> 4 <= 1, number <= 3, content.endIndex - offset > (isWide ? 128 : 64) else {
        throw damage(offset, "a quantization table is malformed")
      }
      offset += 1
      var table = [UInt16](repeating: 0, count: 64)
      for place in JPEGZigzag.naturalOrder {
        table[Int(place)] =
          isWide ? UInt16(content[offset]) << 8 | UInt16(content[offset + 1]) : UInt16(content[offset])
        offset += isWide ? 2 : 1
      }
      quantization[number] = table
    }
  }

  /// Reads each table's number of codes for each length, and the codes' symbols (ITU-T T.81, B.2.4.2).
  private mutating func readHuffman(_ content: ArraySlice<UInt8>) throws(ImageError) {
    var offset = content.startIndex
    while offset < content.endIndex {
      let kind = content[offset]
      guard kind >> 4 <= 1, kind & 15 <= 3, content.endIndex - offset >= 17 else {
        throw damage(offset, "a Huffman table is malformed")
      }
      let counts = content[offset + 1..<offset + 17]
      let total = counts.reduce(0) { $0 + Int($1) }
      guard total <= 256, content.endIndex - offset - 17 >= total else {
        throw damage(offset, "a Huffman table has \(total) codes, but not enough bytes for them")
      }
      let values = content[offset + 17..<offset + 17 + total]
      guard huffman.define(counts: counts, values: values, isAC: kind >> 4 == 1, number: Int(kind & 15)) else {
        throw damage(offset, "the codes of a Huffman table are invalid")
      }
      offset += 17 + total
    }
  }

  /// Skips to the next marker outside the scan data.
  mutating func skipScan(from start: Int) {
    position = start
    while position < bytes.count - 1,
      bytes[position] != 0xFF || bytes[position + 1] == 0 || JPEGMarker.restarts.contains(bytes[position + 1])
    { position += 1 }
    // A scan at the end of the file has no marker after it. Reading the next segment reports that error.
    if position == bytes.count - 1 { position = bytes.count }
  }

  private func truncated(_ part: String) -> ImageError { .truncated(.jpeg, size: bytes.count, reading: part) }

  private func damage(_ offset: Int, _ reason: String) -> ImageError {
    .damaged(.jpeg, offset: offset, reason: reason)
  }

  /// Returns a marker's name in the standard's notation.
  static func name(_ marker: UInt8) -> String {
    let digits = String(marker, radix: 16, uppercase: true)
    return "FF" + (digits.count == 1 ? "0" : "") + digits
  }
}

/// The second byte of each marker (ITU-T T.81, table B.1).
enum JPEGMarker {
  static let baseline: UInt8 = 0xC0
  static let extended: UInt8 = 0xC1
  static let progressive: UInt8 = 0xC2
  static let huffmanTables: UInt8 = 0xC4
  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let quantizationTables: UInt8 = 0xDB
  static let numberOfLines: UInt8 = 0xDC
  static let restartInterval: UInt8 = 0xDD
  static let application0: UInt8 = 0xE0
  static let application1: UInt8 = 0xE1
  static let application14: UInt8 = 0xEE
  /// TEM, which has no meaning in a complete file.
  static let temporary: UInt8 = 0x01

  static func unsupportedFrame(_ marker: UInt8) -> String? {
    switch marker {
    case 0xC3: "lossless coding"
    case 0xC5, 0xC6: "hierarchical coding"
    case 0xC7: "lossless hierarchical coding"
    case 0xC9, 0xCA: "arithmetic coding"
    case 0xCB: "lossless arithmetic coding"
    case 0xCD, 0xCE, 0xCF: "hierarchical arithmetic coding"
    case 0xDE, 0xDF: "hierarchical coding"
    case 0xF7: "JPEG-LS coding"
    default: nil
    }
  }
}
