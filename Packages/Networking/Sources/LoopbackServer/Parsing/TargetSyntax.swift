/// The four forms of a request target (RFC 9112, section 3.2).
enum TargetSyntax {
  /// Whether the target is one that the method may have.
  static func isValid(_ bytes: [UInt8], _ target: Range<Int>, method: Range<Int>) -> Bool {
    if bytes[target.lowerBound] == 0x2F { return isPathAndQuery(bytes, target) }
    let name = bytes[method]
    if bytes[target].elementsEqual("*".utf8) { return name.elementsEqual("OPTIONS".utf8) }
    if name.elementsEqual("CONNECT".utf8) { return isAuthority(bytes, target) }
    return isAbsolute(bytes, target)
  }

  /// A path and perhaps a query, every percent sign followed by two digits.
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

  /// `scheme://authority` with perhaps a path and a query behind it.
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

  /// A letter, then letters, digits and `+-.` (RFC 3986, section 3.1).
  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
    }
  }
}
