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

  /// What a file that can't be decoded seems to be, for an error message; nil if even that is unknown.
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
