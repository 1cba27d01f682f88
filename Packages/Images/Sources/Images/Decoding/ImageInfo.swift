/// What a file's header says about its picture.
public struct ImageInfo: Sendable, Hashable {
  /// The file format.
  public let format: ImageFormat
  /// The pixels of a row, as the picture is to be looked at.
  public let width: Int
  /// The rows, as the picture is to be looked at.
  public let height: Int
  /// How the stored picture is turned; ``width`` and ``height`` are those after that.
  public let orientation: ImageOrientation
  /// The samples that are stored for each pixel.
  public let colorModel: ColorModel
  /// The bits of a sample: 1, 2, 4, 8 or 16.
  public let bitsPerSample: Int
  /// Whether a coarse picture comes first: Adam7 in PNG, progressive JPEG.
  public let isProgressive: Bool

  /// The samples that are stored for each pixel.
  public enum ColorModel: String, Sendable, Hashable, CaseIterable {
    /// Brightness alone.
    case gray
    /// Brightness and opacity.
    case grayAlpha
    /// A number in a palette.
    case palette
    /// Red, green, blue.
    case rgb
    /// Red, green, blue, opacity.
    case rgba
    /// Brightness and two differences of colour (ITU-R BT.601), what most photos use.
    case yCbCr
    /// Cyan, magenta, yellow, black.
    case cmyk
    /// As ``cmyk``, the first three as ``yCbCr``.
    case ycck
  }

  /// Reads the header of a PNG or JPEG file.
  ///
  /// No pixel is decoded, so the rest of the file may be missing or damaged.
  ///
  /// - Parameter bytes: The file, or as much of its beginning as is there.
  /// - Returns: What the header says.
  /// - Throws: ``ImageError``, among them `truncated` when the header is not complete yet.
  public static func read(_ bytes: some Collection<UInt8>) throws(ImageError) -> ImageInfo {
    let bytes = Array(bytes)
    switch ImageFormat.detect(bytes) {
    case .png: return try PNGFile.readInfo(bytes)
    case .jpeg: return try JPEGFile.readInfo(bytes)
    case nil: throw .unrecognized(ImageFormat.guess(bytes))
    }
  }
}
