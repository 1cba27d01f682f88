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

/// A file format that can be decoded.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// Portable Network Graphics, third edition (W3C).
  case png = "PNG"
  /// JPEG (ITU-T T.81) in a JFIF, EXIF or Adobe file.
  case jpeg = "JPEG"

  /// The format of a file, told by its first bytes; nil if it is none of these.
  ///
  /// A name or a media type is not looked at. Eight bytes are enough.
  public static func detect(_ bytes: some Collection<UInt8>) -> ImageFormat? {
    if bytes.starts(with: PNGSignature.bytes) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    return nil
  }

  static func guess(_ bytes: some Collection<UInt8>) -> String? {
    let head = Array(bytes.prefix(256))
    if head.isEmpty { return "an empty file" }
    if head.starts(with: Array("GIF8".utf8)) { return "a GIF picture" }
    if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "a WebP picture"
    }
    if head.dropFirst(4).starts(with: Array("ftypavif".utf8)) { return "an AVIF picture" }
    if head.dropFirst(4).starts(with: Array("ftyphei".utf8)) { return "a HEIC picture" }
    if head.starts(with: Array("BM".utf8)) { return "a BMP picture" }
    if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      return "a TIFF picture"
    }
    if head.starts(with: [0xFF, 0x0A]) || head.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C]) {
      return "a JPEG XL picture"
    }
    if head.starts(with: [0, 0, 0, 0x0C, 0x6A, 0x50]) { return "a JPEG 2000 picture" }
    let text = head.drop { $0 == 0x20 || (9...13).contains($0) }
    if text.first == 0x3C { return "an HTML, XML or SVG text" }
    if text.first == 0x7B || text.first == 0x5B { return "a JSON text" }
    return nil
  }
}

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
