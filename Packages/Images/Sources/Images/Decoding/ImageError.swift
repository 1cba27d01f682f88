/// The reason a file can't be decoded.
public enum ImageError: Error, Sendable, Hashable {
  /// The content isn't in a supported format; the associated value is the likely format, such as "a GIF image".
  case unrecognized(String?)
  /// The file is valid but uses a feature that isn't supported.
  case unsupported(ImageFormat, feature: String)
  /// The file ends early; the associated values are its size in bytes and the incomplete part.
  case truncated(ImageFormat, size: Int, reading: String)
  /// The file violates its format or has a wrong checksum; the associated values are the byte offset and the reason.
  case damaged(ImageFormat, offset: Int, reason: String)
  /// The image exceeds a limit from ``ImageLimits``.
  case limitExceeded(Limit, needed: Int, allowed: Int)

  /// A limit from ``ImageLimits``.
  public enum Limit: String, Sendable, Hashable, CaseIterable {
    /// A width in pixels.
    case width
    /// A height in pixels.
    case height
    /// A size in bytes.
    case memory
    /// A number of scans in a JPEG.
    case scans
  }
}

extension ImageError: CustomStringConvertible {
  /// The problem, its position and the fix, in one or two sentences.
  public var description: String {
    switch self {
    case .unrecognized(.some(let guess)):
      "The file is \(guess), not a PNG or JPEG image."
    case .unrecognized(.none):
      "The file is not a PNG or JPEG image."
    case .unsupported(let format, let feature):
      "The \(format.rawValue) image uses \(feature), which is not supported. Save the image without that feature."
    case .truncated(let format, let size, let part):
      "The \(format.rawValue) file ends after \(size) bytes, in the middle of \(part). Download or copy the file again."
    case .damaged(let format, let offset, let reason):
      "The \(format.rawValue) file is corrupt at byte \(offset): \(reason). Download or copy the file again."
    case .limitExceeded(.width, let needed, let allowed):
      "The image is \(needed) pixels wide; at most \(allowed) are allowed."
    case .limitExceeded(.height, let needed, let allowed):
      "The image is \(needed) pixels high; at most \(allowed) are allowed."
    case .limitExceeded(.memory, let needed, let allowed):
      "The image needs \(needed) bytes of memory; at most \(allowed) bytes are allowed."
    case .limitExceeded(.scans, let needed, let allowed):
      "The image has at least \(needed) scans; at most \(allowed) are allowed."
    }
  }
}

/// Limits on decoding costs, checked before pixel memory is allocated.
public struct ImageLimits: Sendable, Hashable {
  /// The maximum width, in pixels.
  public var maximumWidth: Int
  /// The maximum height, in pixels.
  public var maximumHeight: Int
  /// The maximum memory for decoding, in bytes, including four per pixel and all large buffers but not the file itself.
  public var maximumMemory: Int
  /// The maximum number of scans in a JPEG, each of which can cover the whole image; ten are usual.
  public var maximumScans: Int

  /// Creates limits: dimensions in pixels, memory in bytes, and the number of scans.
  public init(
    maximumWidth: Int = 16_384,
    maximumHeight: Int = 16_384,
    maximumMemory: Int = 256 << 20,
    maximumScans: Int = 100
  ) {
    self.maximumWidth = maximumWidth
    self.maximumHeight = maximumHeight
    self.maximumMemory = maximumMemory
    self.maximumScans = maximumScans
  }

  /// Limits of 16,384 pixels per side, 256 MiB of memory and 100 scans.
  ///
  /// They allow 28 million pixels for a typical photo (baseline JPEG, 4:2:0) and 12 million for the most expensive
  /// format (PNG with 16 bits per sample).
  public static let `default` = ImageLimits()

  func check(width: Int, height: Int) throws(ImageError) {
    if width > maximumWidth { throw .limitExceeded(.width, needed: width, allowed: maximumWidth) }
    if height > maximumHeight { throw .limitExceeded(.height, needed: height, allowed: maximumHeight) }
  }

  /// Returns the product of the factors, or `Int.max` on overflow.
  static func product(_ factors: Int...) -> Int {
    factors.reduce(1) { product, factor in
      let (result, overflow) = product.multipliedReportingOverflow(by: factor)
      return overflow ? .max : result
    }
  }

  /// Checks the buffers' total memory against the limit.
  func check(memory parts: [Int]) throws(ImageError) {
    var total = 0
    for part in parts {
      let (sum, overflow) = total.addingReportingOverflow(part)
      total = overflow ? .max : sum
    }
    if total > maximumMemory { throw .limitExceeded(.memory, needed: total, allowed: maximumMemory) }
  }
}
