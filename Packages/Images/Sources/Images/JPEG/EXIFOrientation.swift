/// Finds the orientation in EXIF data (EXIF 3.0, § 4.6; the structure is that of TIFF 6.0, § 2).
enum EXIFOrientation {
  private static let marker: [UInt8] = Array("Exif".utf8) + [0, 0]
  private static let tag = 0x0112
  private static let typeShort = 3

  /// The orientation in a segment APP1; nil if there is none or the data makes no sense, which spoils no picture.
  static func read(_ segment: ArraySlice<UInt8>) -> ImageOrientation? {
    guard segment.starts(with: marker) else { return nil }
    let data = Array(segment.dropFirst(marker.count))
    let isBigEndian = data.starts(with: Array("MM".utf8))
    guard isBigEndian || data.starts(with: Array("II".utf8)) else { return nil }

    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= data.count - count else { return nil }
      let bytes = data[offset..<offset + count]
      return isBigEndian ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let name = number(offset, 2) else { return nil }
      guard name == tag else { continue }
      guard number(offset + 2, 2) == typeShort, let value = number(offset + 8, 2) else { return nil }
      return ImageOrientation(rawValue: value)
    }
    return nil
  }
}
