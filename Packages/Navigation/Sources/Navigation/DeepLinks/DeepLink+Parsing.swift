extension DeepLink {
  /// Takes a link apart.
  ///
  /// One slash before and one after the path are passed over.
  ///
  /// - Parameters:
  ///   - text: The link.
  ///   - schemes: Schemes that it may begin with, compared without regard to case; none is always accepted.
  /// - Throws: ``DeepLinkError`` where the text is no link.
  public init(parsing text: String, schemes: Set<String> = []) throws(DeepLinkError) {
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

  /// The scheme (RFC 3986, section 3.1) when the text begins with one and `://`.
  private static func scheme(of bytes: [UInt8]) -> String? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let name = bytes[..<colon]
    guard let first = name.first, isLetter(first),
      name.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  private static func segments(of path: ArraySlice<UInt8>) throws(DeepLinkError) -> [String] {
    var path = path
    if path.first == UInt8(ascii: "/") { path = path.dropFirst() }
    if path.last == UInt8(ascii: "/") { path = path.dropLast() }
    guard !path.isEmpty else { throw .empty }
    var segments: [String] = []
    for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard !part.isEmpty else { throw .emptySegment(offset: part.startIndex) }
      segments.append(try PercentCode.decoded(part, start: 0))
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
      let name = try PercentCode.decoded(part[..<equals], start: 0)
      let value = try PercentCode.decoded(part[equals...].dropFirst(), start: 0)
      guard names.insert(name).inserted else { throw .repeatedParameter(name) }
      parameters.append(Parameter(name: name, value: value))
    }
    return parameters
  }
}
