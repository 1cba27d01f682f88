/// The character classes of HTTP and URI syntax, as 128-bit sets and as comparisons that need no `String`.
enum FieldSyntax {
  /// A set of ASCII characters.
  struct CharacterSet {
    private let low: UInt64
    private let high: UInt64

    init(_ characters: StaticString) {
      var low: UInt64 = 0
      var high: UInt64 = 0
      characters.withUTF8Buffer { bytes in
        for byte in bytes {
          if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
      }
      self.low = low
      self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
      guard byte < 128 else { return false }
      let word = byte < 64 ? low : high
      return word >> UInt64(byte & 63) & 1 == 1
    }
  }

  /// `tchar` of RFC 9110, section 5.6.2.
  static let token = CharacterSet(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  /// What a path or a query may hold (RFC 3986, sections 3.3 and 3.4).
  ///
  /// Square brackets are accepted besides, because nearly every client sends them in a query as they are.
  static let target = CharacterSet(
    "-._~!$&'()*+,;=:@/?%[]0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  /// What the authority of a URI may hold, user information aside (RFC 3986, section 3.2).
  static let authority = CharacterSet(
    "-._~!$&'()*+,;=:%[]0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  /// Whether the byte may stand in a field value: visible, space, tab or beyond ASCII (RFC 9110, section 5.5).
  @inline(__always)
  static func isValueByte(_ byte: UInt8) -> Bool {
    (byte >= 0x20 && byte != 0x7F) || byte == 0x09
  }

  /// Space or tab.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The value of a hexadecimal digit, or nil.
  @inline(__always)
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Whether `bytes[range]` equals a text in lower case, letters compared without case.
  static func matches(_ bytes: [UInt8], _ range: Range<Int>, _ lowercased: StaticString) -> Bool {
    guard range.count == lowercased.utf8CodeUnitCount else { return false }
    return lowercased.withUTF8Buffer { text in
      for index in 0..<text.count where lowercase(bytes[range.lowerBound + index]) != text[index] { return false }
      return true
    }
  }

  /// Lower case for ASCII letters, everything else unchanged.
  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// `range` without the blanks at both ends.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Calls `body` for every non-empty member of a comma-separated list (RFC 9110, section 5.6.1), blanks trimmed.
  static func forEachListMember(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ body: (Range<Int>) -> Void
  ) {
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: 0x2C) ?? range.upperBound
      let member = trimmed(bytes, start..<end)
      if !member.isEmpty { body(member) }
      start = end + 1
    }
  }
}
