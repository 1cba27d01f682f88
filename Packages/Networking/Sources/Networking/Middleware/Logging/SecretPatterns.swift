/// Finds secrets by what they look like, in any text.
enum SecretPatterns {
  private static let schemes = ["bearer", "basic", "digest", "token", "negotiate"].map { Array($0.utf8) }
  private static let webToken = Array("eyJ".utf8)

  /// Replaces what follows a credentials' scheme (RFC 9110, section 11.4), and JSON Web Tokens (RFC 7519).
  static func redacted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var isChanged = false
    var index = 0
    // The end of a run of token characters without a full stop: no web token begins before it.
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

  /// What to replace for something that starts here.
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
    // A short word after "basic" is English, not credentials.
    return secretEnd - secretStart >= 6 ? secretStart..<secretEnd : nil
  }

  private static func hasPrefix(_ bytes: [UInt8], _ prefix: [UInt8], at start: Int) -> Bool {
    guard start + prefix.count < bytes.count else { return false }
    return prefix.indices.allSatisfy { bytes[start + $0] | 0x20 == prefix[$0] }
  }

  /// A space, or one escaped in a URL.
  private static func isGap(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case 0x20, UInt8(ascii: "+"): true
    case UInt8(ascii: "%"): bytes[index...].starts(with: "%20".utf8)
    default: false
    }
  }

  /// The end of a token68 (RFC 9110, section 11.2).
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
