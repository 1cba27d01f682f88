/// A decoded image: one byte each for red, green, blue and opacity, row by row from the top left.
///
/// Colors are in sRGB (IEC 61966-2-1) and aren't premultiplied.
public struct RGBAImage: Hashable, Sendable {
  /// The width in pixels, which is at least 1.
  public let width: Int
  /// The height in pixels, which is at least 1.
  public let height: Int
  /// The samples, four per pixel: exactly `width * height * 4` bytes.
  public let pixels: [UInt8]

  /// Creates an image, or returns `nil` if a dimension is below 1 or the number of bytes is wrong.
  ///
  /// `pixels` contains red, green, blue and opacity for each pixel, row by row from the top left.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width >= 1, height >= 1 else { return nil }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels.count.isMultiple(of: 4), pixels.count / 4 == count else { return nil }
    self.init(checkedWidth: width, height: height, pixels: pixels)
  }

  /// Creates an image from valid values.
  init(checkedWidth width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The color in a column and a row, both starting at 0.
  public subscript(x: Int, y: Int) -> RGBAColor {
    precondition(
      x >= 0 && x < width && y >= 0 && y < height,
      "The pixel (\(x), \(y)) is outside the image of \(width) × \(height) pixels."
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

/// A pixel color in sRGB, not premultiplied.
public struct RGBAColor: Hashable, Sendable {
  /// The red component, from 0 to 255.
  public var red: UInt8
  /// The green component, from 0 to 255.
  public var green: UInt8
  /// The blue component, from 0 to 255.
  public var blue: UInt8
  /// The opacity, from 0 (invisible) to 255 (opaque).
  public var alpha: UInt8

  /// Creates a color, which is opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}
