enum SecretPatterns {
  private static let schemes = ["bearer", "basic", "digest", "token", "negotiate"].map { Array($0.utf8) }
  private static let webToken = Array("eyJ".utf8)

  /// Redacts credentials after an authentication scheme (RFC 9110, section 11.4), and JSON Web Tokens (RFC 7519).
  static func redacted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var isChanged = false
    var index = 0
    // The end of a run of token characters that contains no period; no JSON Web Token starts before this position.
    var plainEnd = 0
    while index < bytes.count {
      let isStart = index == 0 || !isWord(bytes[index - 1])
      if isStart, let secret = secret(in: bytes, at: index, &plainEnd) {
        result.append(contentsOf: bytes[index..<secret.lowerBound])
        result.append(contentsOf: "***".utf8)
        index = secret.upperBound
        isChanged = true
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return isChanged ? String(decoding: result, as: UTF8.self) : text
  }

  /// Returns the range of a secret that starts at a position, or that follows an authentication scheme starting there.
  private static func secret(in bytes: [UInt8], at start: Int, _ plainEnd: inout Int) -> Range<Int>? {
    if bytes[start...].starts(with: webToken) {
      guard start >= plainEnd else { return nil }
      let end = end(of: bytes, from: start)
      let hasFullStop = bytes[start..<end].contains(UInt8(ascii: "."))
      if !hasFullStop { plainEnd = end }
      return hasFullStop && end - start >= 20 ? start..<end : nil
    }
    guard let scheme = schemes.first(where: { hasPrefix(bytes, $0, at: start) }) else { return nil }
    var secretStart = start + scheme.count
    while secretStart < bytes.count, isGap(bytes, secretStart) { secretStart += bytes[secretStart] == 0x25 ? 3 : 1 }
    guard secretStart > start + scheme.count else { return nil }
    let secretEnd = end(of: bytes, from: secretStart)
    // A short word after "basic" is ordinary English and not a credential.
    return secretEnd - secretStart >= 6 ? secretStart..<secretEnd : nil
  }

  private static func hasPrefix(_ bytes: [UInt8], _ prefix: [UInt8], at start: Int) -> Bool {
    guard start + prefix.count < bytes.count else { return false }
    return prefix.indices.allSatisfy { bytes[start + $0] | 0x20 == prefix[$0] }
  }

  private static func isGap(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case 0x20, UInt8(ascii: "+"): true
    case UInt8(ascii: "%"): bytes[index...].starts(with: "%20".utf8)
    default: false
    }
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { !isWord($0) && !"-._~+/=".utf8.contains($0) } ?? bytes.count
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// A linear-time search for the values of query items, form fields and JSON keys with secret names.
enum NamedSecrets {
  /// The names that are secret in a query, but often ordinary words elsewhere, such as `code` in an error.
  private static let ordinaryWords: Set<String> = ["auth", "code", "key", "otp", "session", "sig"]

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
      // Checking the name first avoids a search through the whole text for the end of each value.
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

  /// Returns the range of the value for a query item, form field or JSON key.
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

  /// Returns the range of a string's content, in a JSON document or in a JSON document embedded in a JSON string.
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
    // The text was truncated inside the string.
    return contentStart..<bytes.count
  }

  /// Returns the position after `"` or `\"`; `nil` for anything else.
  private static func endOfQuote(at index: Int, in bytes: [UInt8]) -> Int? {
    var index = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: "\"") ? index + 1 : nil
  }

  private static func endOfSpaces(at index: Int, in bytes: [UInt8]) -> Int {
    bytes[min(index, bytes.count)...].firstIndex { $0 > 0x20 } ?? bytes.count
  }

  /// Returns whether the byte may belong to a query item's name, percent-encoded or not.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
      true
    default: "%+-._~[]".utf8.contains(byte)
    }
  }

  /// Returns whether the byte ends a query item or isn't valid in a URL (RFC 3986, section 2).
  private static func isEndOfValue(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || "&#\"'<>\\^`{|}".utf8.contains(byte)
  }
}
