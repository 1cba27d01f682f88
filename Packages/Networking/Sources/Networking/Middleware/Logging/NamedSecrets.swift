/// Finds values whose names say that they are secrets, in any text: query items, form fields, and strings of JSON documents.
///
/// Every byte is looked at a fixed number of times, whatever the text is.
enum NamedSecrets {
  /// Names that mean a secret in a query, and often an ordinary word elsewhere, such as the `code` of an error.
  private static let ordinaryWords: Set<String> = ["auth", "code", "key", "otp", "session", "sig"]

  /// Replaces the values of secret names.
  static func redacted(_ text: String, by redactor: SecretRedactor) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var isChanged = false
    var index = 0
    while index < bytes.count {
      guard isName(bytes[index]) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !isName($0) } ?? bytes.count
      let name = index..<end
      result.append(contentsOf: bytes[name])
      index = end
      // The name is judged first: text without an end of values would be searched to its end for every name.
      guard end < bytes.count, "=\"\\".utf8.contains(bytes[end]), isSecret(name, in: bytes, redactor),
        let value = value(of: name, in: bytes)
      else { continue }
      result.append(contentsOf: bytes[end..<value.lowerBound])
      result.append(contentsOf: "***".utf8)
      index = value.upperBound
      isChanged = true
    }
    return isChanged ? String(decoding: result, as: UTF8.self) : text
  }

  private static func isSecret(_ name: Range<Int>, in bytes: [UInt8], _ redactor: SecretRedactor) -> Bool {
    let text = String(decoding: bytes[name], as: UTF8.self)
    guard redactor.isSecret(text) else { return false }
    let isInQuery = name.lowerBound > 0 && "?&".utf8.contains(bytes[name.lowerBound - 1])
    return isInQuery || !ordinaryWords.contains(text.lowercased())
  }

  /// The value behind a name: of a query item or a form field, or the string of a JSON key.
  private static func value(of name: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    if name.upperBound < bytes.count, bytes[name.upperBound] == UInt8(ascii: "=") {
      let start = name.upperBound + 1
      let end = bytes[start...].firstIndex(where: isEndOfValue) ?? bytes.count
      return start < end ? start..<end : quoted(from: start, in: bytes)
    }
    guard let keyEnd = endOfQuote(at: name.upperBound, in: bytes) else { return nil }
    let colon = endOfSpaces(at: keyEnd, in: bytes)
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
    return quoted(from: endOfSpaces(at: colon + 1, in: bytes), in: bytes)
  }

  /// The content of a string that begins here, in a document or in a string of another document.
  private static func quoted(from start: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard let contentStart = endOfQuote(at: start, in: bytes) else { return nil }
    let isNested = contentStart - start == 2
    var index = contentStart
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return contentStart..<index
      case UInt8(ascii: "\\"):
        let next = index + 1
        if isNested, next < bytes.count, bytes[next] == UInt8(ascii: "\"") { return contentStart..<index }
        index += 2
      default: index += 1
      }
    }
    // The text was cut within the string.
    return contentStart..<bytes.count
  }

  /// The position behind `"` or `\"`.
  private static func endOfQuote(at index: Int, in bytes: [UInt8]) -> Int? {
    var index = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: "\"") ? index + 1 : nil
  }

  private static func endOfSpaces(at index: Int, in bytes: [UInt8]) -> Int {
    bytes[min(index, bytes.count)...].firstIndex { $0 > 0x20 } ?? bytes.count
  }

  /// Letters, digits, and other bytes that names of query items have, escaped or not.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
      true
    default: "%+-._~[]".utf8.contains(byte)
    }
  }

  /// Whether the byte ends an item, or can't be part of a URL (RFC 3986, section 2).
  private static func isEndOfValue(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || "&#\"'<>\\^`{|}".utf8.contains(byte)
  }
}
