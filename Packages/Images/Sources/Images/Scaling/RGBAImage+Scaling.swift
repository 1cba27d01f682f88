extension RGBAImage {
  /// The whole picture at another size; the sides' ratio may change.
  ///
  /// Where it gets smaller, a pixel is the mean of the area that it covers; where it gets larger, pixels lie on cubic
  /// curves. Colours are added up as light and weighted by their opacity. At the same size nothing changes but the colour
  /// of invisible pixels, which becomes black.
  ///
  /// - Parameters:
  ///   - width: The new width; at least 1.
  ///   - height: The new height; at least 1.
  /// - Returns: The picture with exactly that size.
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

  /// The whole picture as large as it can be within a box, with its own ratio of the sides.
  ///
  /// - Parameters:
  ///   - width: The width of the box; at least 1.
  ///   - height: The height of the box; at least 1.
  ///   - enlarging: Whether a picture that is smaller than the box is made larger.
  /// - Returns: The picture with one side as long as the box, the other as long or shorter, but at least 1.
  public func scaled(toFitWidth width: Int, height: Int, enlarging: Bool = true) -> RGBAImage {
    Self.check(width, height)
    let factor = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
    if factor >= 1 && !enlarging { return self }
    return scaled(
      toWidth: min(width, max(1, Int((Double(self.width) * factor).rounded()))),
      height: min(height, max(1, Int((Double(self.height) * factor).rounded())))
    )
  }

  /// The middle of the picture, so large that it fills a box; what is outside on two sides is cut off.
  ///
  /// - Parameters:
  ///   - width: The width of the box; at least 1.
  ///   - height: The height of the box; at least 1.
  /// - Returns: The picture with exactly that size.
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

  /// A part of the picture.
  ///
  /// - Parameters:
  ///   - x: The first column.
  ///   - y: The first row.
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  /// - Returns: The part; nil if it is empty or not within the picture.
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
    precondition(width >= 1 && height >= 1, "A picture can't be scaled to \(width) × \(height): a side is at least 1.")
  }
}

/// The curve between stored numbers and light (IEC 61966-2-1): adding up light is right, adding up numbers is too dark.
enum SRGBCurve {
  /// The light, from 0 to 1, of each stored number.
  static let light: [Float] = (0..<256).map { Float(light(Double($0) / 255)) }
  /// The light from which on the next number is nearer.
  static let thresholds: [Float] = (0..<256).map { $0 < 255 ? Float(light((Double($0) + 0.5) / 255)) : .infinity }
  /// The highest number that light of so many parts can have; a step or two too low at most.
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
    // The power of 2.4 is the square times the fifth root of the square, found by Newton's method from above.
    let square = (number + 0.055) / 1.055 * ((number + 0.055) / 1.055)
    var root = 1.0
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (fourth * root - square) / (5 * fourth)
    }
    return square * root
  }
}
