/// Character classes for HTTP and URI syntax, as 128-bit sets, and comparisons that don't create strings.
enum FieldSyntax {
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

  /// The token characters: `tchar` in RFC 9110, section 5.6.2.
  static let token = CharacterSet("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The characters in paths and queries (RFC 3986, sections 3.3 and 3.4), and `[]`, which clients send unescaped.
  static let target = CharacterSet(
    "-._~!$&'()*+,;=:@/?%[]0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  /// The characters in an authority without user information (RFC 3986, section 3.2).
  static let authority = CharacterSet(
    "-._~!$&'()*+,;=:%[]0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  /// Returns whether the byte is valid in a field value: visible, space, tab or non-ASCII (RFC 9110, section 5.5).
  @inline(__always)
  static func isValueByte(_ byte: UInt8) -> Bool {
    (byte >= 0x20 && byte != 0x7F) || byte == 0x09
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  @inline(__always)
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Returns whether `bytes[range]` equals a lower-case string, ignoring case.
  static func matches(_ bytes: [UInt8], _ range: Range<Int>, _ lowercased: StaticString) -> Bool {
    guard range.count == lowercased.utf8CodeUnitCount else { return false }
    return lowercased.withUTF8Buffer { text in
      for index in 0..<text.count where lowercase(bytes[range.lowerBound + index]) != text[index] { return false }
      return true
    }
  }

  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Calls `body` for each nonempty, trimmed member of a comma-separated list (RFC 9110, section 5.6.1).
  static func forEachListMember(_ bytes: [UInt8], _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: 0x2C) ?? range.upperBound
      let member = trimmed(bytes, start..<end)
      if !member.isEmpty { body(member) }
      start = end + 1
    }
  }

  /// Decodes percent-encoding (RFC 3986, section 2.1); a percent sign without two hexadecimal digits stays unchanged.
  static func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String {
    guard bytes.contains(where: { $0 == 0x25 || (plusIsSpace && $0 == 0x2B) }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == 0x25, index + 2 < bytes.endIndex,
        let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(plusIsSpace && byte == 0x2B ? 0x20 : byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// The four forms of a request target (RFC 9112, section 3.2).
enum TargetSyntax {
  static func isValid(_ bytes: [UInt8], _ target: Range<Int>, method: Range<Int>) -> Bool {
    if bytes[target.lowerBound] == 0x2F { return isPathAndQuery(bytes, target) }
    let name = bytes[method]
    if bytes[target].elementsEqual("*".utf8) { return name.elementsEqual("OPTIONS".utf8) }
    if name.elementsEqual("CONNECT".utf8) { return isAuthority(bytes, target) }
    return isAbsolute(bytes, target)
  }

  /// Returns whether the text is a path with an optional query, with two hexadecimal digits after each percent sign.
  private static func isPathAndQuery(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let allowed = FieldSyntax.target
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      guard allowed.contains(byte) else { return false }
      if byte == 0x25 {
        guard index + 2 < range.upperBound,
          FieldSyntax.hexDigit(bytes[index + 1]) != nil,
          FieldSyntax.hexDigit(bytes[index + 2]) != nil
        else { return false }
        index += 2
      }
      index += 1
    }
    return true
  }

  private static func isAuthority(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let allowed = FieldSyntax.authority
    return !range.isEmpty && bytes[range].allSatisfy(allowed.contains)
  }

  /// Returns whether the text is `scheme://authority` with an optional path and query.
  private static func isAbsolute(_ bytes: [UInt8], _ target: Range<Int>) -> Bool {
    guard let colon = bytes[target].firstIndex(of: 0x3A),
      bytes[colon..<target.upperBound].starts(with: "://".utf8),
      isScheme(bytes[target.lowerBound..<colon])
    else { return false }
    let authorityStart = colon + 3
    let rest = bytes[authorityStart..<target.upperBound]
    let authorityEnd = rest.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? target.upperBound
    return isAuthority(bytes, authorityStart..<authorityEnd)
      && isPathAndQuery(bytes, authorityEnd..<target.upperBound)
  }

  /// Returns whether the text is a letter, followed by letters, digits and `+-.` (RFC 3986, section 3.1).
  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
    }
  }
}
