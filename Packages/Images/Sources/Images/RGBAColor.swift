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
