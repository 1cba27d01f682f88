/// The red, green and blue parts of a colour in sRGB, 0 to 255 each.
public struct RGB: Hashable, Sendable {
  /// The red part.
  public var red: UInt8
  /// The green part.
  public var green: UInt8
  /// The blue part.
  public var blue: UInt8

  /// Creates a colour from its parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from a number as it is written in hexadecimal, `0xRRGGBB`; higher bits are ignored.
  public init(hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16),
      green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex)
    )
  }

  /// The relative luminance, 0 (black) to 1 (white), with the transfer curve approximated by a square.
  ///
  /// Close enough to decide whether dark or light text reads better on this colour.
  /// Coefficients: ITU-R BT.709.
  public var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value * value
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// A squared distance that follows the eye better than the plain one, in integer arithmetic.
  ///
  /// Weights red and blue by how red the two colours are on average (the "redmean" formula).
  func perceptualDistance(to other: RGB) -> Int {
    let meanRed = (Int(red) + Int(other.red)) / 2
    let deltaRed = Int(red) - Int(other.red)
    let deltaGreen = Int(green) - Int(other.green)
    let deltaBlue = Int(blue) - Int(other.blue)
    return (512 + meanRed) * deltaRed * deltaRed
      + 1024 * deltaGreen * deltaGreen
      + (767 - meanRed) * deltaBlue * deltaBlue
  }
}
