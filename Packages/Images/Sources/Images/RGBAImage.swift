/// A picture as pixels: red, green, blue and opacity, a byte each, row by row from the top left.
///
/// Colours are sRGB (IEC 61966-2-1) and not multiplied by the opacity.
public struct RGBAImage: Hashable, Sendable {
  /// The pixels of a row; at least 1.
  public let width: Int
  /// The rows; at least 1.
  public let height: Int
  /// The samples, four a pixel: exactly `width * height * 4` bytes.
  public let pixels: [UInt8]

  /// Creates a picture from its samples; nil if a side is below 1 or the bytes are not four times the pixels.
  ///
  /// - Parameters:
  ///   - width: The pixels of a row.
  ///   - height: The rows.
  ///   - pixels: Red, green, blue and opacity of each pixel, row by row from the top left.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width >= 1, height >= 1 else { return nil }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels.count.isMultiple(of: 4), pixels.count / 4 == count else { return nil }
    self.init(checkedWidth: width, height: height, pixels: pixels)
  }

  /// Creates a picture whose sides and number of samples were checked.
  init(checkedWidth width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The colour of one pixel.
  ///
  /// - Parameters:
  ///   - x: The column, from 0 to `width - 1`.
  ///   - y: The row, from 0 to `height - 1`.
  public subscript(x: Int, y: Int) -> RGBAColor {
    precondition(
      x >= 0 && x < width && y >= 0 && y < height,
      "The pixel (\(x), \(y)) is outside of \(width) × \(height)."
    )
    let index = (y * width + x) * 4
    return RGBAColor(
      red: pixels[index],
      green: pixels[index + 1],
      blue: pixels[index + 2],
      alpha: pixels[index + 3]
    )
  }
}

/// The colour of one pixel: sRGB, not multiplied by the opacity.
public struct RGBAColor: Hashable, Sendable {
  /// Red, from 0 to 255.
  public var red: UInt8
  /// Green, from 0 to 255.
  public var green: UInt8
  /// Blue, from 0 to 255.
  public var blue: UInt8
  /// The opacity: 0 is invisible, 255 covers what is behind.
  public var alpha: UInt8

  /// Creates a colour, opaque unless said otherwise.
  ///
  /// - Parameters:
  ///   - red: Red, from 0 to 255.
  ///   - green: Green, from 0 to 255.
  ///   - blue: Blue, from 0 to 255.
  ///   - alpha: The opacity, from 0 (invisible) to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}
