/// One field line of a message: a name and a value.
public struct HTTPField: Sendable, Hashable {
  /// The field's name.
  public let name: Name
  /// The value, without surrounding white space.
  public let value: String

  /// The name of a header field: compared without regard to case (RFC 9110, section 5.1).
  public struct Name: Sendable {
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
}

extension HTTPField.Name: Hashable {
  /// Whether both name the same field.
  public static func == (left: HTTPField.Name, right: HTTPField.Name) -> Bool {
    left.canonicalName == right.canonicalName
  }

  /// Feeds the canonical name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(canonicalName)
  }
}

extension HTTPField.Name: ExpressibleByStringLiteral {
  /// Makes a name from a literal; one that is no token is a programmer error and stops the program.
  public init(stringLiteral name: String) {
    guard let valid = HTTPField.Name(name) else {
      preconditionFailure("'\(name)' is no field name: only the characters of an RFC 9110 token are")
    }
    self = valid
  }
}

extension HTTPField.Name: CustomStringConvertible {
  /// The name as it was written.
  public var description: String { rawName }
}

extension HTTPField.Name {
  /// The media types that the client understands.
  public static let accept: HTTPField.Name = "Accept"
  /// The content codings that the client understands.
  public static let acceptEncoding: HTTPField.Name = "Accept-Encoding"
  /// The credentials of the client.
  public static let authorization: HTTPField.Name = "Authorization"
  /// The length of the content in bytes.
  public static let contentLength: HTTPField.Name = "Content-Length"
  /// The coding applied to the content.
  public static let contentEncoding: HTTPField.Name = "Content-Encoding"
  /// The media type of the content.
  public static let contentType: HTTPField.Name = "Content-Type"
  /// What the client expects of the server before it sends the content.
  public static let expect: HTTPField.Name = "Expect"
  /// The host and port of the target; made by the transport from the URL.
  public static let host: HTTPField.Name = "Host"
  /// Where else to go from here (RFC 8288).
  public static let link: HTTPField.Name = "Link"
  /// Where a redirect leads, or what was created.
  public static let location: HTTPField.Name = "Location"
  /// Which part of the content is asked for.
  public static let range: HTTPField.Name = "Range"
  /// How long to wait before the next try.
  public static let retryAfter: HTTPField.Name = "Retry-After"
  /// How the content is framed; the transport's own.
  public static let transferEncoding: HTTPField.Name = "Transfer-Encoding"
  /// The program that sends the request.
  public static let userAgent: HTTPField.Name = "User-Agent"
}

extension HTTPField.Name {
  /// Makes a name from bytes that were received; `nil` where they are no token.
  init?(received bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if let known = CommonFieldNames.name(spelled: bytes) {
      self = known
      return
    }
    guard !bytes.isEmpty, bytes.allSatisfy(HTTPToken.isTokenCharacter) else { return nil }
    // Names are short: these strings need no memory of their own up to 15 bytes.
    self.init(valid: String(decoding: bytes, as: UTF8.self))
  }
}

/// The names that most answers have, made once: an answer has a dozen fields, and each name would be checked and put into lower case anew.
private enum CommonFieldNames {
  private struct Entry {
    let bytes: [UInt8]
    let name: HTTPField.Name
  }

  /// By their length.
  private static let entries: [[Entry]] = {
    let names = [
      "Accept-Ranges", "Access-Control-Allow-Origin", "Age", "Allow", "Alt-Svc", "Cache-Control", "Cache-Status",
      "Connection", "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Range",
      "Content-Security-Policy", "Content-Type", "Date", "ETag", "Expires", "Keep-Alive", "Last-Modified", "Link",
      "Location", "Pragma", "Referrer-Policy", "Retry-After", "Server", "Set-Cookie", "Strict-Transport-Security",
      "Trailer", "Transfer-Encoding", "Vary", "Via", "WWW-Authenticate", "X-Content-Type-Options", "X-Frame-Options",
      "X-Request-ID",
    ]
    var entries: [[Entry]] = []
    // HTTP/2 has them in lower case (RFC 9113, section 8.2).
    for spelling in names + names.map({ $0.lowercased() }) {
      let bytes = Array(spelling.utf8)
      while entries.count <= bytes.count { entries.append([]) }
      entries[bytes.count].append(Entry(bytes: bytes, name: HTTPField.Name(valid: spelling)))
    }
    return entries
  }()

  static func name(spelled bytes: Slice<UnsafeBufferPointer<UInt8>>) -> HTTPField.Name? {
    guard bytes.count < entries.count, let first = bytes.first else { return nil }
    return entries[bytes.count].first { $0.bytes[0] == first && $0.bytes.elementsEqual(bytes) }?.name
  }
}
