/// Decodes PNG and JPEG files.
public enum ImageDecoder {
  /// The picture in a file, as it is to be looked at: an orientation in its EXIF data is applied.
  ///
  /// The format is told by the content. Colours are taken for sRGB; an ICC profile is not applied. The work grows with
  /// the pixels and the file's size, the memory stays within the limits.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. An array or a slice of one, `Data`, or any other collection of bytes.
  ///   - limits: What the picture may cost.
  /// - Returns: The pixels.
  /// - Throws: ``ImageError``. A file that is damaged or incomplete has no picture, not half of one.
  public static func decode(
    _ bytes: some Collection<UInt8>,
    limits: ImageLimits = .default
  ) throws(ImageError) -> RGBAImage {
    let bytes = Array(bytes)
    switch ImageFormat.detect(bytes) {
    case .png: return try PNGDecoder.decode(bytes, limits: limits)
    case .jpeg: return try JPEGDecoder.decode(bytes, limits: limits)
    case nil: throw .unrecognized(ImageFormat.guess(bytes))
    }
  }
}
