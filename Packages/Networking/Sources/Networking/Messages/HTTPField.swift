import NetworkingFoundation

/// A field line in a message: a name and a value.
public struct HTTPField: Sendable, Hashable {
  /// The field's name.
  public let name: Name
  /// The value, without surrounding white space.
  public let value: String

  /// The name of a header field, compared without regard to case (RFC 9110, section 5.1).
  public struct Name: Sendable {
    /// The name in its original case.
    package let rawName: String
    /// The name in lower case, which is the same for equal names.
    package let canonicalName: String

    /// Creates a name from a token (RFC 9110, section 5.6.2); returns `nil` for other text.
    public init?(_ name: String) {
      guard HTTPToken.isValid(name) else { return nil }
      self.init(valid: name)
    }

    init(valid name: String) {
      rawName = name
      canonicalName = Self.lowercased(name)
    }

    private static func lowercased(_ name: String) -> String {
      guard name.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return name }
      return String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
  }
}

extension HTTPField.Name: Hashable {
  /// Compares names without regard to case.
  public static func == (left: HTTPField.Name, right: HTTPField.Name) -> Bool {
    // Most names that are compared have different lengths, which is faster to find out.
    left.canonicalName.utf8.count == right.canonicalName.utf8.count && left.canonicalName == right.canonicalName
  }

  /// Hashes the canonical name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(canonicalName)
  }
}

extension HTTPField.Name: ExpressibleByStringLiteral {
  /// Creates a name from a literal; stops the program if the literal isn't a token.
  public init(stringLiteral name: String) {
    guard let valid = HTTPField.Name(name) else {
      preconditionFailure("'\(name)' isn't a field name, which must be an RFC 9110 token")
    }
    self = valid
  }
}

extension HTTPField.Name: CustomStringConvertible {
  /// The name with its original capitalization.
  public var description: String { rawName }
}

extension HTTPField.Name {
  /// The media types that the client accepts.
  public static let accept: HTTPField.Name = "Accept"
  package static let acceptEncoding: HTTPField.Name = "Accept-Encoding"
  /// The client's credentials.
  public static let authorization: HTTPField.Name = "Authorization"
  static let cookie: HTTPField.Name = "Cookie"
  package static let contentLength: HTTPField.Name = "Content-Length"
  package static let contentEncoding: HTTPField.Name = "Content-Encoding"
  /// The content's media type.
  public static let contentType: HTTPField.Name = "Content-Type"
  static let expect: HTTPField.Name = "Expect"
  static let host: HTTPField.Name = "Host"
  package static let link: HTTPField.Name = "Link"
  package static let location: HTTPField.Name = "Location"
  package static let range: HTTPField.Name = "Range"
  /// The time to wait before the next attempt.
  public static let retryAfter: HTTPField.Name = "Retry-After"
  static let userAgent: HTTPField.Name = "User-Agent"
  package static let transferEncoding: HTTPField.Name = "Transfer-Encoding"
}

extension HTTPField.Name {
  /// Creates a name from received bytes; returns `nil` if they aren't a token.
  init?(received bytes: UnsafeBufferPointer<UInt8>) {
    if let known = CommonFieldNames.name(spelled: bytes) {
      self = known
      return
    }
    guard !bytes.isEmpty, bytes.allSatisfy(HTTPToken.isTokenCharacter) else { return nil }
    // Strings of up to 15 bytes need no allocation.
    self.init(valid: String(decoding: bytes, as: UTF8.self))
  }
}

private enum CommonFieldNames {
  private struct Entry {
    let bytes: [UInt8]
    let name: HTTPField.Name
  }

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
    // HTTP/2 uses lower-case names (RFC 9113, section 8.2).
    for spelling in names + names.map({ $0.lowercased() }) {
      let bytes = Array(spelling.utf8)
      while entries.count <= bytes.count { entries.append([]) }
      entries[bytes.count].append(Entry(bytes: bytes, name: HTTPField.Name(valid: spelling)))
    }
    return entries
  }()

  static func name(spelled bytes: UnsafeBufferPointer<UInt8>) -> HTTPField.Name? {
    guard bytes.count < entries.count, let start = bytes.baseAddress, let first = bytes.first else { return nil }
    for entry in entries[bytes.count] where entry.bytes[0] == first {
      if memcmp(entry.bytes, start, bytes.count) == 0 { return entry.name }
    }
    return nil
  }
}

/// The token rule that methods and field names share (RFC 9110, section 5.6.2).
enum HTTPToken {
  static func isValid(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenCharacter)
  }

  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }
}
