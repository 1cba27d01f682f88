/// Percent-encoding (RFC 3986, section 2.1) of everything that is not unreserved (section 2.3).
///
/// Stricter than `URLComponents`, which leaves `+`, `;` and others in queries as they are, although many services read them
/// as something else.
enum PercentEncoding {
  static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    var encoded = ""
    encoded.reserveCapacity(text.utf8.count * 3)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded.append("%")
        encoded.append(hexadecimalDigits[Int(byte >> 4)])
        encoded.append(hexadecimalDigits[Int(byte & 0xF)])
      }
    }
    return encoded
  }

  /// Whether the text is a path that can be sent as it is: segments of `pchar` with well-formed escapes (RFC 3986, section 3.3).
  static func isPath(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      if isUnreserved(byte) || isReservedInPaths(byte) { continue }
      guard byte == UInt8(ascii: "%"), let high = bytes.next(), let low = bytes.next(), isHexadecimal(high),
        isHexadecimal(low)
      else { return false }
    }
    return true
  }

  /// Sub-delimiters, and what else may stand in a path: `!$&'()*+,;=:@/`.
  private static func isReservedInPaths(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"):
      true
    default:
      false
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default:
      false
    }
  }

  private static let hexadecimalDigits = Array("0123456789ABCDEF")

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
}
