/// An image with RGBA pixels, one byte per component, row by row from the top.
public struct PixelImage: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The components, with four bytes per pixel and straight (not premultiplied) alpha.
  public let bytes: [UInt8]

  /// The maximum side length, in pixels.
  static let maximumSide = 1 << 16

  /// Creates an image, or returns `nil` if a side is outside 1...65,536 or the number of bytes doesn't match the size.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    let sides = 1...Self.maximumSide
    guard sides.contains(width), sides.contains(height), bytes.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  init(uncheckedWidth width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

extension PixelImage {
  /// Returns the image scaled to a size, clamped to 1...65,536 pixels, for protocols that don't scale images.
  ///
  /// Each pixel is the mean of the original pixels that it covers.
  public func scaled(width: Int, height: Int) -> PixelImage {
    let width = min(max(width, 1), Self.maximumSide)
    let height = min(max(height, 1), Self.maximumSide)
    let samples = PixelSampler(image: self).samples(width: width, height: height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 4)
    for sample in samples { bytes += [sample.red, sample.green, sample.blue, sample.alpha] }
    return PixelImage(uncheckedWidth: width, height: height, bytes: bytes)
  }
}

/// A sampler that scales an image by averaging pixels, weighted by opacity.
struct PixelSampler {
  let image: PixelImage

  struct Sample: Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var alpha: UInt8

    var color: RGB { RGB(red: red, green: green, blue: blue) }
  }

  /// Returns the scaled pixels, row by row, as the means of the original pixels that they cover.
  ///
  /// - Complexity: Linear in the number of pixels in the larger image.
  func samples(width: Int, height: Int) -> [Sample] {
    guard width > 0, height > 0 else { return [] }
    let columns = (0..<width).map { Self.covered($0, of: width, from: image.width) }
    var result: [Sample] = []
    result.reserveCapacity(width * height)
    image.bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<height {
        let rows = Self.covered(y, of: height, from: image.height)
        for x in columns { result.append(mean(bytes, columns: x, rows: rows)) }
      }
    }
    return result
  }

  private static func covered(_ place: Int, of count: Int, from total: Int) -> Range<Int> {
    let start = min(place * total / count, total - 1)
    return start..<max((place + 1) * total / count, start + 1)
  }

  @inline(__always)
  private func mean(_ bytes: UnsafeBufferPointer<UInt8>, columns: Range<Int>, rows: Range<Int>) -> Sample {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
    for y in rows {
      var index = (y * image.width + columns.lowerBound) * 4
      for _ in 0..<columns.count {
        let opacity = Int(bytes[index + 3])
        red &+= Int(bytes[index]) &* opacity
        green &+= Int(bytes[index + 1]) &* opacity
        blue &+= Int(bytes[index + 2]) &* opacity
        alpha &+= opacity
        index += 4
      }
    }
    guard alpha > 0 else { return Sample(red: 0, green: 0, blue: 0, alpha: 0) }
    let half = alpha / 2
    return Sample(
      red: UInt8((red + half) / alpha),
      green: UInt8((green + half) / alpha),
      blue: UInt8((blue + half) / alpha),
      alpha: UInt8(alpha / (columns.count * rows.count))
    )
  }
}
