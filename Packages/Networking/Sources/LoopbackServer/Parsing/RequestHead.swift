/// The head of a request: its bytes and where the parts lie in them.
///
/// Immutable; no `String` is made before somebody asks for one.
final class RequestHead: Sendable {
  /// Where a header field lies in `bytes`.
  struct Field: Equatable, Sendable {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// How the end of the body is known.
  enum Framing: Equatable, Sendable {
    case none
    case length(Int)
    case chunked
  }

  let bytes: [UInt8]
  let method: Range<Int>
  let target: Range<Int>
  /// 0 for HTTP/1.0, 1 for everything from HTTP/1.1 on.
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

  /// The text of a part; bytes that are not UTF-8 are replaced.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  var isHeadMethod: Bool { bytes[method].elementsEqual("HEAD".utf8) }
  var isGetMethod: Bool { bytes[method].elementsEqual("GET".utf8) }

  /// The path within `bytes`, without the query, also when the target is an absolute URI.
  var path: Range<Int> {
    let start = pathStart
    return start..<(bytes[start..<target.upperBound].firstIndex(of: 0x3F) ?? target.upperBound)
  }

  /// The query within `bytes`, without its question mark; nil when there is none.
  var query: Range<Int>? {
    guard let mark = bytes[pathStart..<target.upperBound].firstIndex(of: 0x3F) else { return nil }
    return (mark + 1)..<target.upperBound
  }

  /// Behind `scheme://authority` of a target in absolute form (RFC 9112, section 3.2.2).
  private var pathStart: Int {
    guard let first = bytes[target].first, first != 0x2F, first != 0x2A,
      let colon = bytes[target].firstIndex(of: 0x3A),
      bytes[colon...].starts(with: "://".utf8)
    else { return target.lowerBound }
    let authority = bytes[(colon + 3)..<target.upperBound]
    return authority.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? target.upperBound
  }
}
