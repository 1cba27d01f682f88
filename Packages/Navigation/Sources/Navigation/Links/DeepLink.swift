/// A parsed link with percent-decoded path segments and named parameters.
///
/// The syntax is a relative reference (RFC 3986, section 4.2) with an optional scheme: `books/emma?page=30` or
/// `example://books/emma?page=30`. Fragments, empty segments, repeated parameters and control characters are rejected.
/// Non-ASCII characters may be unescaped (RFC 3987).
struct DeepLink: Equatable {
  struct Parameter: Equatable {
    let name: String
    let value: String
  }

  /// The maximum length, in bytes.
  static let maximumLength = 2048

  /// One or more nonempty path segments.
  let segments: [String]
  let parameters: [Parameter]

  /// Parses a link, ignoring a slash before and after the path, and comparing schemes case-insensitively.
  init(parsing text: String, schemes: Set<String> = []) throws(DeepLinkError) {
    guard !text.isEmpty else { throw .empty }
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maximumLength else { throw .tooLong(limit: Self.maximumLength) }

    var rest = bytes[...]
    if let scheme = Self.scheme(of: bytes) {
      guard schemes.contains(where: { $0.lowercased() == scheme.lowercased() }) else {
        throw .foreignScheme(scheme, accepted: schemes.sorted())
      }
      rest = rest.dropFirst(scheme.utf8.count + 3)
    }
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { throw .fragment(offset: hash) }
    let question = rest.firstIndex(of: UInt8(ascii: "?"))
    segments = try Self.segments(of: rest[..<(question ?? rest.endIndex)])
    parameters = try question.map { index throws(DeepLinkError) in try Self.parameters(of: rest[(index + 1)...]) } ?? []
  }

  /// Returns the scheme (RFC 3986, section 3.1) if the link begins with one followed by `://`.
  private static func scheme(of bytes: [UInt8]) -> String? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let name = bytes[..<colon]
    guard let first = name.first, isLetter(first),
      name.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private static func segments(of path: ArraySlice<UInt8>) throws(DeepLinkError) -> [String] {
    var path = path
    if path.first == UInt8(ascii: "/") { path = path.dropFirst() }
    if path.last == UInt8(ascii: "/") { path = path.dropLast() }
    guard !path.isEmpty else { throw .empty }
    var segments: [String] = []
    for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard !part.isEmpty else { throw .emptySegment(offset: part.startIndex) }
      segments.append(try decoded(part))
    }
    return segments
  }

  private static func parameters(of query: ArraySlice<UInt8>) throws(DeepLinkError) -> [Parameter] {
    guard !query.isEmpty else { return [] }
    var parameters: [Parameter] = []
    var names: Set<String> = []
    for part in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard equals > part.startIndex else { throw .namelessParameter(offset: part.startIndex) }
      let name = try decoded(part[..<equals])
      let value = try decoded(part[equals...].dropFirst())
      guard names.insert(name).inserted else { throw .repeatedParameter(name) }
      parameters.append(Parameter(name: name, value: value))
    }
    return parameters
  }

  /// Returns text with percent codes decoded (RFC 3986, section 2.1).
  ///
  /// Foundation's decoder doesn't report the positions of errors.
  private static func decoded(_ bytes: ArraySlice<UInt8>) throws(DeepLinkError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
        else { throw .malformedPercentCode(offset: index) }
        result.append(high << 4 | low)
        index += 3
      } else {
        guard isAllowed(byte) else { throw .forbiddenCharacter(offset: index) }
        result.append(byte)
        index += 1
      }
    }
    let text = String(decoding: result, as: UTF8.self)
    guard text.utf8.elementsEqual(result) else { throw .malformedPercentCode(offset: bytes.startIndex) }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw .forbiddenCharacter(offset: bytes.startIndex)
    }
    return text
  }

  /// Returns whether a byte never needs escaping (RFC 3986, section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
  }

  /// Returns whether a byte is valid in a path or query (RFC 3986, 3.3 and 3.4) or belongs to a non-ASCII character.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || byte >= 0x80 || "!$&'()*+,;=:@/?".utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
