/// A request's head, stored as bytes and ranges; strings are created only on access.
final class RequestHead: Sendable {
  struct Field: Equatable, Sendable {
    let name: Range<Int>
    let value: Range<Int>
  }

  enum Framing: Equatable, Sendable {
    case none
    case length(Int)
    case chunked
  }

  let bytes: [UInt8]
  let method: Range<Int>
  let target: Range<Int>
  /// The minor HTTP version: 0 for HTTP/1.0, and 1 for HTTP/1.1 and later.
  let minorVersion: Int
  let fields: [Field]
  let framing: Framing
  let keepsAlive: Bool
  let expectsContinue: Bool

  init(
    bytes: [UInt8],
    method: Range<Int>,
    target: Range<Int>,
    minorVersion: Int,
    fields: [Field],
    framing: Framing,
    keepsAlive: Bool,
    expectsContinue: Bool
  ) {
    self.bytes = bytes
    self.method = method
    self.target = target
    self.minorVersion = minorVersion
    self.fields = fields
    self.framing = framing
    self.keepsAlive = keepsAlive
    self.expectsContinue = expectsContinue
  }

  /// Returns the text in a range, with invalid UTF-8 sequences replaced.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  var isHeadMethod: Bool { bytes[method].elementsEqual("HEAD".utf8) }
  var isGetMethod: Bool { bytes[method].elementsEqual("GET".utf8) }

  /// The path's range in `bytes`, without the query, even if the target is an absolute URI.
  var path: Range<Int> {
    let start = pathStart
    return start..<(bytes[start..<target.upperBound].firstIndex(of: 0x3F) ?? target.upperBound)
  }

  /// The query's range in `bytes`, without its question mark.
  var query: Range<Int>? {
    guard let mark = bytes[pathStart..<target.upperBound].firstIndex(of: 0x3F) else { return nil }
    return (mark + 1)..<target.upperBound
  }

  /// The position after `scheme://authority` in an absolute target (RFC 9112, section 3.2.2).
  private var pathStart: Int {
    guard let first = bytes[target].first, first != 0x2F, first != 0x2A,
      let colon = bytes[target].firstIndex(of: 0x3A),
      bytes[colon...].starts(with: "://".utf8)
    else { return target.lowerBound }
    let authority = bytes[(colon + 3)..<target.upperBound]
    return authority.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? target.upperBound
  }
}

/// A request head whose lines are still arriving; positions are relative to its first byte, so the buffer can move.
struct HeadDraft {
  private(set) var fields: [RequestHead.Field] = []
  /// The request line's length in bytes, including CR LF.
  private(set) var requestLineLength = 0
  private var method = 0..<0
  private var target = 0..<0
  private var minorVersion = 1

  private var contentLength: Int?
  private var hasTransferEncoding = false
  private var chunkedCodings = 0
  private var hasUnknownCoding = false
  private var hosts = 0
  private var wantsClose = false
  private var wantsKeepAlive = false
  private var expectsContinue = false

  init() {}

  /// Parses a request line: `method SP request-target SP HTTP-version` (RFC 9112, section 3).
  init(requestLine line: Range<Int>, in bytes: [UInt8], from start: Int) throws(RequestFailure) {
    let token = FieldSyntax.token
    guard let firstSpace = bytes[line].firstIndex(of: 0x20),
      firstSpace > line.lowerBound,
      bytes[line.lowerBound..<firstSpace].allSatisfy(token.contains),
      let secondSpace = bytes[(firstSpace + 1)..<line.upperBound].firstIndex(of: 0x20),
      secondSpace > firstSpace + 1
    else { throw .malformedRequestLine }
    minorVersion = try Self.minorVersion(bytes, (secondSpace + 1)..<line.upperBound)
    let methodRange = line.lowerBound..<firstSpace
    let targetRange = (firstSpace + 1)..<secondSpace
    guard TargetSyntax.isValid(bytes, targetRange, method: methodRange) else { throw .malformedTarget }
    method = methodRange.shifted(by: -start)
    target = targetRange.shifted(by: -start)
    requestLineLength = line.upperBound + 2 - start
    fields.reserveCapacity(12)
  }

  private static func minorVersion(_ bytes: [UInt8], _ range: Range<Int>) throws(RequestFailure) -> Int {
    let digits: ClosedRange<UInt8> = 0x30...0x39
    guard range.count == 8, bytes[range].starts(with: "HTTP/".utf8),
      digits.contains(bytes[range.lowerBound + 5]),
      bytes[range.lowerBound + 6] == 0x2E,
      digits.contains(bytes[range.lowerBound + 7])
    else { throw .malformedRequestLine }
    guard bytes[range.lowerBound + 5] == 0x31 else { throw .unsupportedVersion }
    // Higher minor versions count as 1.1 (RFC 9110, section 2.5).
    return bytes[range.lowerBound + 7] == 0x30 ? 0 : 1
  }

  /// Splits a field line into name and value (RFC 9112, section 5).
  static func field(in bytes: [UInt8], line: Range<Int>) throws(RequestFailure) -> RequestHead.Field {
    if FieldSyntax.isBlank(bytes[line.lowerBound]) { throw .foldedField }
    let token = FieldSyntax.token
    var index = line.lowerBound
    while index < line.upperBound, token.contains(bytes[index]) { index += 1 }
    guard index < line.upperBound else { throw .malformedFieldName }
    if bytes[index] != 0x3A {
      throw FieldSyntax.isBlank(bytes[index]) ? .whitespaceBeforeColon : .malformedFieldName
    }
    if index == line.lowerBound { throw .malformedFieldName }
    let value = FieldSyntax.trimmed(bytes, (index + 1)..<line.upperBound)
    for position in value where !FieldSyntax.isValueByte(bytes[position]) { throw .malformedFieldValue }
    return RequestHead.Field(name: line.lowerBound..<index, value: value)
  }

  /// Records a field line and its effects on the connection and the body.
  mutating func add(line: Range<Int>, in bytes: [UInt8], from start: Int) throws(RequestFailure) {
    let field = try Self.field(in: bytes, line: line)
    switch field.name.count {
    case 4 where FieldSyntax.matches(bytes, field.name, "host"):
      hosts += 1
      let authority = FieldSyntax.authority
      if hosts > 1 || !bytes[field.value].allSatisfy(authority.contains) { throw .repeatedHost }
    case 6 where FieldSyntax.matches(bytes, field.name, "expect"):
      try noteExpectation(bytes, field.value)
    case 10 where FieldSyntax.matches(bytes, field.name, "connection"):
      noteConnection(bytes, field.value)
    case 14 where FieldSyntax.matches(bytes, field.name, "content-length"):
      try noteContentLength(bytes, field.value)
    case 17 where FieldSyntax.matches(bytes, field.name, "transfer-encoding"):
      noteTransferEncoding(bytes, field.value)
    default: break
    }
    fields.append(RequestHead.Field(name: field.name.shifted(by: -start), value: field.value.shifted(by: -start)))
  }

  private mutating func noteExpectation(_ bytes: [UInt8], _ value: Range<Int>) throws(RequestFailure) {
    // HTTP/1.0 clients don't support `100 Continue` (RFC 9110, section 10.1.1).
    guard minorVersion > 0 else { return }
    guard FieldSyntax.matches(bytes, value, "100-continue") else { throw .unknownExpectation }
    expectsContinue = true
  }

  private mutating func noteConnection(_ bytes: [UInt8], _ value: Range<Int>) {
    var close = false
    var keepAlive = false
    FieldSyntax.forEachListMember(bytes, value) { member in
      if FieldSyntax.matches(bytes, member, "close") { close = true }
      if FieldSyntax.matches(bytes, member, "keep-alive") { keepAlive = true }
    }
    if close { wantsClose = true }
    if keepAlive { wantsKeepAlive = true }
  }

  private mutating func noteContentLength(_ bytes: [UInt8], _ value: Range<Int>) throws(RequestFailure) {
    var lengths: [Int?] = []
    FieldSyntax.forEachListMember(bytes, value) { lengths.append(Self.decimal(bytes, $0)) }
    if lengths.isEmpty { throw .malformedContentLength }
    for length in lengths {
      guard let length else { throw .malformedContentLength }
      // Repeating the same value is allowed (RFC 9110, section 8.6).
      if let contentLength, contentLength != length { throw .conflictingContentLengths }
      contentLength = length
    }
  }

  /// Parses digits; returns `Int.max`, which exceeds every limit, for numbers too large for `Int`.
  private static func decimal(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var result = 0
    for byte in bytes[range] {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(byte - 0x30))
      result = overflow || carry || result == .max ? .max : sum
    }
    return result
  }

  private mutating func noteTransferEncoding(_ bytes: [UInt8], _ value: Range<Int>) {
    hasTransferEncoding = true
    var chunked = 0
    var unknown = false
    FieldSyntax.forEachListMember(bytes, value) { member in
      if FieldSyntax.matches(bytes, member, "chunked") { chunked += 1 } else { unknown = true }
    }
    chunkedCodings += chunked
    if unknown { hasUnknownCoding = true }
  }

  func finish(bytes: [UInt8]) throws(RequestFailure) -> RequestHead {
    if minorVersion > 0, hosts == 0 { throw .missingHost }
    let framing = try framing()
    return RequestHead(
      bytes: bytes,
      method: method,
      target: target,
      minorVersion: minorVersion,
      fields: fields,
      framing: framing,
      keepsAlive: minorVersion > 0 ? !wantsClose : wantsKeepAlive && !wantsClose,
      expectsContinue: expectsContinue
    )
  }

  /// Determines the body length (RFC 9112, section 6.3); rejects heads that two programs could interpret differently.
  private func framing() throws(RequestFailure) -> RequestHead.Framing {
    guard hasTransferEncoding else {
      guard let contentLength else { return .none }
      return .length(contentLength)
    }
    if minorVersion == 0 { throw .transferEncodingInOldVersion }
    if contentLength != nil { throw .contentLengthAndTransferEncoding }
    if hasUnknownCoding { throw .unknownTransferCoding }
    if chunkedCodings != 1 { throw .malformedTransferEncoding }
    return .chunked
  }
}

extension Range<Int> {
  func shifted(by offset: Int) -> Range<Int> {
    (lowerBound + offset)..<(upperBound + offset)
  }
}
