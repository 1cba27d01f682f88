/// How the stored rows and columns have to be turned to be looked at: the orientation of EXIF 3.0, § 4.6.5.1.6 (tag 0x0112).
public enum ImageOrientation: Int, Sendable, Hashable, CaseIterable {
  /// As stored.
  case up = 1
  /// Left and right exchanged.
  case upMirrored = 2
  /// Turned by half a circle.
  case down = 3
  /// Top and bottom exchanged.
  case downMirrored = 4
  /// Rows and columns exchanged.
  case leftMirrored = 5
  /// To be turned clockwise by a quarter.
  case right = 6
  /// Rows and columns exchanged at the other diagonal.
  case rightMirrored = 7
  /// To be turned counterclockwise by a quarter.
  case left = 8

  /// Whether rows become columns.
  public var swapsSides: Bool { rawValue >= 5 }
}

extension RGBAImage {
  /// The picture as it is to be looked at, when it was stored with an orientation.
  public func oriented(_ orientation: ImageOrientation) -> RGBAImage {
    if orientation == .up { return self }
    let columns = orientation.swapsSides ? height : width
    let rows = orientation.swapsSides ? width : height
    // The first pixel is stored at one of the four corners; from there it goes on along the rows or along the columns.
    let startsRight = [.upMirrored, .down, .rightMirrored, .left].contains(orientation)
    let startsBelow = [.down, .downMirrored, .right, .rightMirrored].contains(orientation)
    let start = ((startsBelow ? height - 1 : 0) * width + (startsRight ? width - 1 : 0)) * 4
    let alongX = startsRight ? -4 : 4
    let alongY = (startsBelow ? -4 : 4) * width
    let right = orientation.swapsSides ? alongY : alongX
    let down = orientation.swapsSides ? alongX : alongY

    var output = [UInt8](repeating: 0, count: pixels.count)
    let source = pixels.span.bytes
    var outputSpan = output.mutableSpan
    var target = outputSpan.mutableBytes
    var offset = 0
    for row in 0..<rows {
      var place = start + row * down
      for _ in 0..<columns {
        let pixel = source.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self)
        target.storeBytes(of: pixel, toByteOffset: offset, as: UInt32.self)
        place += right
        offset += 4
      }
    }
    return RGBAImage(checkedWidth: columns, height: rows, pixels: output)
  }
}

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
