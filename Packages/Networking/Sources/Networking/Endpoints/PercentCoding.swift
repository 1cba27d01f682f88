package enum PercentCoding {
  /// Encodes all characters except the unreserved ones (RFC 3986, section 2.3).
  ///
  /// `URLComponents` doesn't encode characters such as `+` and `;` in queries, but many services treat them specially.
  package static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    return encode(text.utf8) { _, byte in isUnreserved(byte) }
  }

  /// Encodes each byte unless the predicate returns `true` for its position and value.
  static func encode(_ bytes: some Collection<UInt8>, except isKept: (Int, UInt8) -> Bool) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count * 3)
    for (index, byte) in bytes.enumerated() {
      if isKept(index, byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(hexadecimalDigits[Int(byte >> 4)])
        encoded.append(hexadecimalDigits[Int(byte & 0xF)])
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Decodes bytes; returns `nil` for a malformed escape, or for an unescaped byte that the predicate rejects.
  package static func decode(_ bytes: some Sequence<UInt8>, where isAllowed: (UInt8) -> Bool = { _ in true })
    -> [UInt8]?
  {
    var decoded: [UInt8] = []
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      if byte != UInt8(ascii: "%") {
        guard isAllowed(byte) else { return nil }
        decoded.append(byte)
      } else {
        guard let high = rest.next().flatMap(value(of:)), let low = rest.next().flatMap(value(of:)) else { return nil }
        decoded.append(high << 4 | low)
      }
    }
    return decoded
  }

  /// Returns whether the text consists of `pchar` segments with well-formed escapes (RFC 3986, section 3.3).
  static func isPath(_ text: String) -> Bool {
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard rest.next().flatMap(value(of:)) != nil, rest.next().flatMap(value(of:)) != nil else { return false }
      } else if !isUnreserved(byte), !isReservedInPaths(byte) {
        return false
      }
    }
    return true
  }

  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static let hexadecimalDigits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  /// Returns whether the byte is a sub-delimiter or one of `:@/`.
  private static func isReservedInPaths(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"):
      true
    default:
      false
    }
  }
}
