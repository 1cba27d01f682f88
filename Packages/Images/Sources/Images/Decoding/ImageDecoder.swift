/// A decoder for PNG and JPEG files.
public enum ImageDecoder {
  /// Decodes an image file, detecting the format from its content and applying the EXIF orientation.
  ///
  /// Colors are treated as sRGB, and ICC profiles aren't applied. Decoding time is linear in the pixel count and the
  /// file size. Memory use stays within the limits.
  ///
  /// - Throws: ``ImageError``. A corrupt or incomplete file never yields a partial image.
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

/// A supported image file format.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// Portable Network Graphics, third edition (W3C).
  case png = "PNG"
  /// JPEG (ITU-T T.81) in a JFIF, EXIF or Adobe file.
  case jpeg = "JPEG"

  /// Returns the supported format, if any, that a file's first eight bytes indicate, whatever its name or media type.
  public static func detect(_ bytes: some Collection<UInt8>) -> ImageFormat? {
    if bytes.starts(with: PNGSignature.bytes) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    return nil
  }

  static func guess(_ bytes: some Collection<UInt8>) -> String? {
    let head = Array(bytes.prefix(256))
    if head.isEmpty { return "an empty file" }
    if head.starts(with: Array("GIF8".utf8)) { return "a GIF image" }
    if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "a WebP image"
    }
    if head.dropFirst(4).starts(with: Array("ftypavif".utf8)) { return "an AVIF image" }
    if head.dropFirst(4).starts(with: Array("ftyphei".utf8)) { return "a HEIC image" }
    if head.starts(with: Array("BM".utf8)) { return "a BMP image" }
    if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      return "a TIFF image"
    }
    if head.starts(with: [0xFF, 0x0A]) || head.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C]) {
      return "a JPEG XL image"
    }
    if head.starts(with: [0, 0, 0, 0x0C, 0x6A, 0x50]) { return "a JPEG 2000 image" }
    let text = head.drop { $0 == 0x20 || (9...13).contains($0) }
    if text.first == 0x3C { return "an HTML, XML or SVG document" }
    if text.first == 0x7B || text.first == 0x5B { return "a JSON document" }
    return nil
  }
}

/// The information in an image file's header.
public struct ImageInfo: Sendable, Hashable {
  /// The file format.
  public let format: ImageFormat
  /// The width in pixels, after applying ``orientation``.
  public let width: Int
  /// The height in pixels, after applying ``orientation``.
  public let height: Int
  /// The EXIF orientation, already applied to ``width`` and ``height``.
  public let orientation: ImageOrientation
  /// The kind of samples stored for each pixel.
  public let colorModel: ColorModel
  /// The number of bits per sample: 1, 2, 4, 8 or 16.
  public let bitsPerSample: Int
  /// Whether a coarse image comes first, as in an Adam7-interlaced PNG or a progressive JPEG.
  public let isProgressive: Bool

  /// The kind of samples stored for each pixel.
  public enum ColorModel: String, Sendable, Hashable, CaseIterable {
    /// Brightness only.
    case gray
    /// Brightness and opacity.
    case grayAlpha
    /// An index into a palette.
    case palette
    /// Red, green and blue.
    case rgb
    /// Red, green, blue and opacity.
    case rgba
    /// Brightness and two color differences (ITU-R BT.601), as in most photos.
    case yCbCr
    /// Cyan, magenta, yellow and black.
    case cmyk
    /// ``cmyk`` with the first three components encoded as ``yCbCr``.
    case ycck
  }

  /// Reads the header of a PNG or JPEG file; the rest of the file may be missing or corrupt.
  ///
  /// - Throws: ``ImageError``, such as `truncated` if the header is incomplete.
  public static func read(_ bytes: some Collection<UInt8>) throws(ImageError) -> ImageInfo {
    let bytes = Array(bytes)
    switch ImageFormat.detect(bytes) {
    case .png: return try PNGFile.readInfo(bytes)
    case .jpeg: return try JPEGFile.readInfo(bytes)
    case nil: throw .unrecognized(ImageFormat.guess(bytes))
    }
  }
}
