/// Why a file has no picture for us.
public enum ImageError: Error, Sendable, Hashable {
  /// The first bytes are of no format that can be decoded. With what the file seems to be, as in "a GIF picture".
  case unrecognized(String?)
  /// The file is in order, but uses something that is not decoded, by its name.
  case unsupported(ImageFormat, feature: String)
  /// The file ends before the picture does: the size of what there is, and what was being read.
  case truncated(ImageFormat, size: Int, reading: String)
  /// The file breaks the format's rules or fails its checksum: at which byte, and how.
  case damaged(ImageFormat, offset: Int, reason: String)
  /// The picture needs more than the ``ImageLimits`` allow.
  case limitExceeded(Limit, needed: Int, allowed: Int)

  /// One of the ``ImageLimits``.
  public enum Limit: String, Sendable, Hashable, CaseIterable {
    /// ``ImageLimits/maximumWidth``, in pixels.
    case width
    /// ``ImageLimits/maximumHeight``, in pixels.
    case height
    /// ``ImageLimits/maximumMemory``, in bytes.
    case memory
    /// ``ImageLimits/maximumScans``.
    case scans
  }
}

extension ImageError: CustomStringConvertible {
  /// A sentence or two for people: what, where, and what can be done about it.
  public var description: String {
    switch self {
    case .unrecognized(.some(let guess)):
      "The file is \(guess), not a PNG or JPEG picture."
    case .unrecognized(.none):
      "The file is not a PNG or JPEG picture."
    case .unsupported(let format, let feature):
      "The \(format.rawValue) picture uses \(feature), which is not supported. Save it again without that."
    case .truncated(let format, let size, let part):
      "The \(format.rawValue) file ends after \(size) bytes, in the middle of \(part). Fetch or copy it again."
    case .damaged(let format, let offset, let reason):
      "The \(format.rawValue) file is damaged at byte \(offset): \(reason). Fetch or copy it again."
    case .limitExceeded(.width, let needed, let allowed):
      "The picture is \(needed) pixels wide; at most \(allowed) are allowed."
    case .limitExceeded(.height, let needed, let allowed):
      "The picture is \(needed) pixels high; at most \(allowed) are allowed."
    case .limitExceeded(.memory, let needed, let allowed):
      "The picture needs \(needed) bytes of memory; at most \(allowed) are allowed."
    case .limitExceeded(.scans, let needed, let allowed):
      "The picture has \(needed) scans or more; at most \(allowed) are allowed."
    }
  }
}

/// What a picture may cost; checked against its header before any memory for pixels is taken.
public struct ImageLimits: Sendable, Hashable {
  /// The most pixels of a row.
  public var maximumWidth: Int
  /// The most rows.
  public var maximumHeight: Int
  /// The most bytes that decoding may take at a time: the pixels, four bytes each, and the buffers besides them.
  ///
  /// The file itself is not counted, nor are some rows.
  public var maximumMemory: Int
  /// The most scans of a JPEG, each of which goes over the whole picture.
  ///
  /// Encoders make about ten.
  public var maximumScans: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - maximumWidth: The most pixels of a row.
  ///   - maximumHeight: The most rows.
  ///   - maximumMemory: The most bytes that decoding may take at a time.
  ///   - maximumScans: The most scans of a JPEG.
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

  /// Sides up to 16,384 pixels, 256 MiB of memory, 100 scans.
  ///
  /// That is enough for 28 million pixels of a usual photo (baseline JPEG, 4:2:0), and for 12 million in the form that needs
  /// most (PNG with 16 bits a sample).
  public static let `default` = ImageLimits()

  /// Refuses a picture whose sides are too long.
  func check(width: Int, height: Int) throws(ImageError) {
    if width > maximumWidth { throw .limitExceeded(.width, needed: width, allowed: maximumWidth) }
    if height > maximumHeight { throw .limitExceeded(.height, needed: height, allowed: maximumHeight) }
  }

  /// The product of a number of things, or the largest number if it is more.
  static func product(_ factors: Int...) -> Int {
    factors.reduce(1) { product, factor in
      let (result, overflow) = product.multipliedReportingOverflow(by: factor)
      return overflow ? .max : result
    }
  }

  /// Refuses a picture whose buffers together need too much memory.
  func check(memory parts: [Int]) throws(ImageError) {
    var total = 0
    for part in parts {
      let (sum, overflow) = total.addingReportingOverflow(part)
      total = overflow ? .max : sum
    }
    if total > maximumMemory { throw .limitExceeded(.memory, needed: total, allowed: maximumMemory) }
  }
}
