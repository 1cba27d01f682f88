/// A decoder that assembles scalars from bytes (RFC 3629 § 4), ending invalid sequences as early as recommended in
/// Unicode § 3.9.
struct UTF8Assembler: Sendable {
  enum Step {
    /// The scalar is incomplete.
    case needsMore
    case scalar(Unicode.Scalar)
    /// The sequence is invalid; if the byte isn't part of it, the byte starts the next sequence.
    case invalid(isByteUsed: Bool)
  }

  private var value: UInt32 = 0
  private var missing = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the last scalar is complete.
  var isEmpty: Bool { missing == 0 }

  /// Processes a byte, which must be 0x80 or above if it is the first byte of a scalar.
  mutating func take(_ byte: UInt8) -> Step {
    if missing == 0 { return start(byte) }
    guard allowed.contains(byte) else {
      self = UTF8Assembler()
      return .invalid(isByteUsed: false)
    }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    guard missing == 0 else { return .needsMore }
    guard let scalar = Unicode.Scalar(value) else { return .invalid(isByteUsed: true) }
    return .scalar(scalar)
  }

  private mutating func start(_ byte: UInt8) -> Step {
    switch byte {
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
    default: return .invalid(isByteUsed: true)
    }
    allowed =
      switch byte {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    return .needsMore
  }
}
