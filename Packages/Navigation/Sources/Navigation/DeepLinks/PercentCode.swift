/// Percent-encoding (RFC 3986, section 2.1) of single components, strict where Foundation is lenient.
enum PercentCode {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes everything but unreserved characters (RFC 3986, section 2.3).
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a component; the offset in errors counts from `start`.
  static func decoded(_ bytes: ArraySlice<UInt8>, start: Int) throws(DeepLinkError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, let high = value(bytes[index + 1]), let low = value(bytes[index + 2]) else {
          throw .malformedPercentCode(offset: index - start)
        }
        result.append(high << 4 | low)
        index += 3
      } else {
        guard isAllowed(byte) else { throw .forbiddenCharacter(offset: index - start) }
        result.append(byte)
        index += 1
      }
    }
    let text = String(decoding: result, as: UTF8.self)
    guard text.utf8.elementsEqual(result) else {
      throw .malformedPercentCode(offset: bytes.startIndex - start)
    }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw .forbiddenCharacter(offset: bytes.startIndex - start)
    }
    return text
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  /// Unreserved, sub-delims, `:` and `@` (RFC 3986, pchar), `/` and `?` (query), and all bytes beyond ASCII.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || byte >= 0x80 || "!$&'()*+,;=:@/?".utf8.contains(byte)
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
