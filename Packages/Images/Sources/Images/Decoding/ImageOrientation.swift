/// The EXIF orientation of a stored image (EXIF 3.0, § 4.6.5.1.6, tag 0x0112).
public enum ImageOrientation: Int, Sendable, Hashable, CaseIterable {
  /// Upright, as stored.
  case up = 1
  /// Mirrored horizontally.
  case upMirrored = 2
  /// Rotated by 180°.
  case down = 3
  /// Mirrored vertically.
  case downMirrored = 4
  /// Transposed, with width and height swapped.
  case leftMirrored = 5
  /// Must be rotated clockwise by 90° to be upright.
  case right = 6
  /// Transposed along the other diagonal.
  case rightMirrored = 7
  /// Must be rotated counterclockwise by 90° to be upright.
  case left = 8

  /// Whether the orientation swaps width and height.
  public var swapsSides: Bool { rawValue >= 5 }
}

extension RGBAImage {
  /// Returns the upright version of this stored image.
  public func oriented(_ orientation: ImageOrientation) -> RGBAImage {
    if orientation == .up { return self }
    let columns = orientation.swapsSides ? height : width
    let rows = orientation.swapsSides ? width : height
    // The first upright pixel is stored in one of the four corners. The pixels after it continue along rows or
    // columns.
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

/// A parser for EXIF orientations (EXIF 3.0, § 4.6, with the structure of TIFF 6.0, § 2).
enum EXIFOrientation {
  private static let marker: [UInt8] = Array("Exif".utf8) + [0, 0]
  private static let tag = 0x0112
  private static let typeShort = 3

  /// Returns the orientation in an APP1 segment; invalid data results in `nil`, not an error.
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
