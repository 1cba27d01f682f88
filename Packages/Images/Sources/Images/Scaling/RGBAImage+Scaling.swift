extension RGBAImage {
  /// Returns the whole image scaled to a size of at least 1 × 1 pixels, possibly with a different aspect ratio.
  ///
  /// Shrinking makes each pixel the mean of the area that it covers. Enlarging interpolates pixels with cubic curves.
  /// Colors are combined in linear light and weighted by opacity. At the same size, all pixels stay unchanged except
  /// invisible pixels, which become black.
  public func scaled(toWidth width: Int, height: Int) -> RGBAImage {
    Self.check(width, height)
    return Scaler(
      self,
      x: 0,
      y: 0,
      columns: Double(self.width),
      rows: Double(self.height),
      width: width,
      height: height
    ).run()
  }

  /// Returns the image scaled to be as large as possible within a box of at least 1 × 1 pixels, with its aspect ratio.
  ///
  /// One dimension matches the box, and the other is at least 1. Without `enlarging`, smaller images stay unchanged.
  public func scaled(toFitWidth width: Int, height: Int, enlarging: Bool = true) -> RGBAImage {
    Self.check(width, height)
    let factor = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
    if factor >= 1 && !enlarging { return self }
    return scaled(
      toWidth: min(width, max(1, Int((Double(self.width) * factor).rounded()))),
      height: min(height, max(1, Int((Double(self.height) * factor).rounded())))
    )
  }

  /// Returns the image scaled to fill a box of at least 1 × 1 pixels, with two opposite sides cropped equally.
  public func scaled(toFillWidth width: Int, height: Int) -> RGBAImage {
    Self.check(width, height)
    let factor = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
    let columns = min(Double(self.width), Double(width) / factor)
    let rows = min(Double(self.height), Double(height) / factor)
    return Scaler(
      self,
      x: (Double(self.width) - columns) / 2,
      y: (Double(self.height) - rows) / 2,
      columns: columns,
      rows: rows,
      width: width,
      height: height
    ).run()
  }

  /// Returns a part of the image, or `nil` if the part is empty or extends beyond the image.
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> RGBAImage? {
    guard x >= 0, y >= 0, width >= 1, height >= 1, width <= self.width - x, height <= self.height - y else {
      return nil
    }
    var part: [UInt8] = []
    part.reserveCapacity(width * height * 4)
    for row in y..<y + height {
      let start = (row * self.width + x) * 4
      part += pixels[start..<start + width * 4]
    }
    return RGBAImage(checkedWidth: width, height: height, pixels: part)
  }

  private static func check(_ width: Int, _ height: Int) {
    precondition(
      width >= 1 && height >= 1,
      "An image can't be scaled to \(width) × \(height) pixels: width and height must be at least 1."
    )
  }
}

/// The sRGB transfer curve (IEC 61966-2-1), for averaging in linear light, because sRGB averages are too dark.
enum SRGBCurve {
  /// The linear light, from 0 to 1, for each sRGB value.
  static let light: [Float] = (0..<256).map { Float(light(Double($0) / 255)) }
  /// The threshold in linear light for each sRGB value; above it, the next sRGB value is closer.
  static let thresholds: [Float] = (0..<256).map { $0 < 255 ? Float(light((Double($0) + 0.5) / 255)) : .infinity }
  /// The sRGB value for each multiple of 1 / `parts` in linear light, possibly one or two too low for light in between.
  static let numbers: [UInt8] = {
    var number = 0
    return (0...parts).map { part in
      while Float(part) / Float(parts) >= thresholds[number] { number += 1 }
      return UInt8(number)
    }
  }()
  static let parts = 4096

  private static func light(_ number: Double) -> Double {
    if number <= 0.04045 { return number / 12.92 }
    // x to the power of 2.4 is x squared times the fifth root of x squared. Newton's method approaches the root from
    // above.
    let square = (number + 0.055) / 1.055 * ((number + 0.055) / 1.055)
    var root = 1.0
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (fourth * root - square) / (5 * fourth)
    }
    return square * root
  }
}
