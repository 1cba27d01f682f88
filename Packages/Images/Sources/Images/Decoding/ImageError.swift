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
