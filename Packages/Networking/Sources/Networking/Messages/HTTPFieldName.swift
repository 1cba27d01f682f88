/// The name of a header field: compared without regard to case (RFC 9110, section 5.1).
public struct HTTPFieldName: Sendable {
  /// The name as it was written.
  public let rawName: String
  /// The name in lower case; equal names have equal canonical names.
  public let canonicalName: String

  /// Makes a name from a token, or `nil` where the text is none (RFC 9110, section 5.6.2).
  public init?(_ name: String) {
    guard HTTPToken.isValid(name) else { return nil }
    self.init(valid: name)
  }

  /// Makes a name of what is known to be a token.
  init(valid name: String) {
    rawName = name
    canonicalName = Self.lowercased(name)
  }

  /// Tokens are ASCII, so that no table of letters is needed.
  private static func lowercased(_ name: String) -> String {
    guard name.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return name }
    return String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}

extension HTTPFieldName: Hashable {
  /// Whether both name the same field.
  public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool {
    left.canonicalName == right.canonicalName
  }

  /// Feeds the canonical name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(canonicalName)
  }
}

extension HTTPFieldName: ExpressibleByStringLiteral {
  /// Makes a name from a literal; one that is no token is a programmer error and stops the program.
  public init(stringLiteral name: String) {
    guard let valid = HTTPFieldName(name) else {
      preconditionFailure("'\(name)' is no field name: only the characters of an RFC 9110 token are")
    }
    self = valid
  }
}

extension HTTPFieldName: CustomStringConvertible {
  /// The name as it was written.
  public var description: String { rawName }
}

extension HTTPFieldName {
  /// The media types that the client understands.
  public static let accept: HTTPFieldName = "Accept"
  /// The content codings that the client understands.
  public static let acceptEncoding: HTTPFieldName = "Accept-Encoding"
  /// The credentials of the client.
  public static let authorization: HTTPFieldName = "Authorization"
  /// The length of the content in bytes.
  public static let contentLength: HTTPFieldName = "Content-Length"
  /// The coding applied to the content.
  public static let contentEncoding: HTTPFieldName = "Content-Encoding"
  /// The media type of the content.
  public static let contentType: HTTPFieldName = "Content-Type"
  /// What the client expects of the server before it sends the content.
  public static let expect: HTTPFieldName = "Expect"
  /// The host and port of the target; made by the transport from the URL.
  public static let host: HTTPFieldName = "Host"
  /// Where else to go from here (RFC 8288).
  public static let link: HTTPFieldName = "Link"
  /// Where a redirect leads, or what was created.
  public static let location: HTTPFieldName = "Location"
  /// Which part of the content is asked for.
  public static let range: HTTPFieldName = "Range"
  /// How long to wait before the next try.
  public static let retryAfter: HTTPFieldName = "Retry-After"
  /// How the content is framed; the transport's own.
  public static let transferEncoding: HTTPFieldName = "Transfer-Encoding"
  /// The program that sends the request.
  public static let userAgent: HTTPFieldName = "User-Agent"
}
