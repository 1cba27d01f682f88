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
