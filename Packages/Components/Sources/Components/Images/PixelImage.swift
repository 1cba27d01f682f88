/// An image as pixels: red, green, blue and opacity, a byte each, row by row from the top.
public struct PixelImage: Hashable, Sendable {
  /// The pixels of a row.
  public let width: Int
  /// The rows.
  public let height: Int
  /// The bytes, four a pixel; opacity is not multiplied into the colours.
  public let bytes: [UInt8]

  /// The most pixels that an image may have on one side.
  public static let maximumSide = 1 << 16

  /// Creates an image; nil if a side is below 1 or above ``maximumSide``, or the bytes are not four times the pixels.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    let sides = 1...Self.maximumSide
    guard sides.contains(width), sides.contains(height), bytes.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Creates an image of known good bytes.
  init(uncheckedWidth width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

extension PixelImage {
  /// The image at another size, each pixel the mean of those that it covers.
  ///
  /// For protocols that show pixels one to one. Sides below 1 count as 1, those above ``maximumSide`` as that.
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
