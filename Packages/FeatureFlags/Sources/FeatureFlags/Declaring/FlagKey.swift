/// Rules about the names of flags.
enum FlagKey {
  static func isValid(_ key: String) -> Bool {
    guard let first = key.utf8.first, first.isLetter else { return false }
    return key.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || isSeparator($0) }
  }

  /// The name of a flag as the names of environment variables are written: `newSearch` becomes `NEW_SEARCH`, `http.proxyURL` becomes
  /// `HTTP_PROXY_URL`.
  static func environmentName(of key: String) -> String {
    let bytes = Array(key.utf8)
    var name: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte.isUppercase, index > 0 {
        let previous = bytes[index - 1]
        // A word begins after a small letter or a digit, and at the last capital of several that a small letter follows.
        let followsWord = previous.isLowercase || previous.isDigit
        let endsCapitals = previous.isUppercase && index + 1 < bytes.count && bytes[index + 1].isLowercase
        if followsWord || endsCapitals { name.append(UInt8(ascii: "_")) }
      }
      name.append(isSeparator(byte) ? UInt8(ascii: "_") : byte.isLowercase ? byte - 0x20 : byte)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}

extension UInt8 {
  fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool { isLowercase || isUppercase }
}
