public import Foundation

/// A complete request for a transport.
public struct HTTPRequest: Sendable {
  /// The request method; GET by default.
  public var method: HTTPMethod
  /// The absolute URL, with the scheme `http` or `https` and without credentials.
  public var url: URL { didSet { checkedOrigin = nil } }
  /// The header fields, without `Host` and the framing of the body, which the transport adds.
  ///
  /// ``validate()`` rejects a `Host` field, because cookies, credentials, caches and pinned keys use the URL's host.
  public var headers: HTTPFields
  /// The content, if any.
  public var body: RequestBody?
  /// The time limits.
  public var timeouts: Timeouts
  /// Additional facts for middleware.
  public var context: MessageContext
  /// The origin of ``url`` if the URL is known to be valid, so that not every layer has to parse it.
  var checkedOrigin: Origin?

  /// Creates a request.
  public init(
    method: HTTPMethod = .get,
    url: URL,
    headers: HTTPFields = [:],
    body: RequestBody? = nil,
    timeouts: Timeouts = Timeouts(),
    context: MessageContext = MessageContext()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
    self.context = context
  }
}

extension HTTPRequest {
  /// The origin; `nil` if ``url`` has no host or a scheme other than `http` and `https`.
  var origin: Origin? { checkedOrigin ?? Origin(url) }

  /// Whether the request can be sent a second time, because its body can be read again.
  var isReplayable: Bool { body?.isReplayable ?? true }

  /// Whether the body is sent only after the server agrees to receive it, or after a second (RFC 9110, section 10.1.1).
  ///
  /// Use it for large bodies that a service may reject because of the head.
  package var expectsContinue: Bool {
    get { body != nil && headers[.expect]?.lowercased() == "100-continue" }
    set { headers[.expect] = newValue ? "100-continue" : nil }
  }

  /// Checks the rules that every transport relies on.
  ///
  /// - Throws: ``NetworkError/invalidURL(_:reason:)`` for a URL that isn't absolute, has another scheme than `http` and `https`, has no host, or has
  ///   credentials, which belong into a header field. ``NetworkError/invalidRequest(reason:)`` for a `Host` field, and for a body with GET, HEAD, TRACE
  ///   or CONNECT, which not every transport can send.
  public func validate() throws(NetworkError) {
    if checkedOrigin == nil { try validateURL() }
    guard !headers.contains(.host) else {
      throw .invalidRequest(reason: "the field Host comes from the URL and can't be set")
    }
    try validateContent()
  }

  private func validateURL() throws(NetworkError) {
    var text: String { RedactedURL(url).description }
    switch url.scheme?.lowercased() {
    case "http", "https": break
    case let scheme?: throw .invalidURL(text, reason: "the scheme '\(scheme)' is neither http nor https")
    case nil: throw .invalidURL(text, reason: "it isn't absolute: http:// or https:// is missing")
    }
    guard let host = url.host(percentEncoded: true), !host.isEmpty else {
      throw .invalidURL(text, reason: "it has no host")
    }
    if let reason = url.unusableHost { throw .invalidURL(text, reason: reason) }
    guard url.user == nil, url.password == nil else {
      throw .invalidURL(text, reason: "it contains credentials; send them in a header field")
    }
    if let port = url.port, !(1...65_535).contains(port) {
      throw .invalidURL(text, reason: "the port \(port) is outside 1 to 65535")
    }
  }

  /// Rejects a body with methods that don't define one (RFC 9110, section 9.3): servers may close the connection, ignore the body, or read it as
  /// the next request.
  private func validateContent() throws(NetworkError) {
    guard body != nil, ["GET", "HEAD", "TRACE", "CONNECT"].contains(method.rawValue) else { return }
    throw .invalidRequest(reason: "a \(method) request has no content; send it with POST")
  }
}

extension URL {
  /// The reason why the host name is unusable; `nil` for a usable one.
  ///
  /// Some versions of libcurl write past a buffer for longer names (CVE-2023-38545), and end the name at an encoded delimiter (CVE-2022-27780).
  var unusableHost: String? {
    let name = host(percentEncoded: false) ?? "%"
    if name.utf8.count > 255 { return "its host name is longer than 255 bytes" }
    let isEncoded = host(percentEncoded: true)?.utf8.contains(UInt8(ascii: "%")) ?? false
    return isEncoded && HostName.isMalformed(name) ? "its host contains invalid characters" : nil
  }
}

/// A request method (RFC 9110, section 9).
///
/// The standard methods are static members.
public struct HTTPMethod: Sendable, Hashable {
  /// The case-sensitive token.
  public let rawValue: String

  /// Creates a method from a token (RFC 9110, section 5.6.2); `nil` for other texts.
  public init?(_ token: String) {
    guard HTTPToken.isValid(token) else { return nil }
    rawValue = token
  }

  private init(standard: String) { rawValue = standard }

  /// Transfers a representation of the target.
  public static let get = HTTPMethod(standard: "GET")
  /// Like GET, without the content.
  public static let head = HTTPMethod(standard: "HEAD")
  /// Submits content to the target for processing.
  public static let post = HTTPMethod(standard: "POST")
  /// Replaces the target's representation.
  public static let put = HTTPMethod(standard: "PUT")
  /// Changes a part of the target (RFC 5789).
  public static let patch = HTTPMethod(standard: "PATCH")
  /// Removes the target.
  public static let delete = HTTPMethod(standard: "DELETE")
  /// Requests the communication options of the target.
  public static let options = HTTPMethod(standard: "OPTIONS")

  package var isSafe: Bool {
    self == .get || self == .head || self == .options || rawValue == "TRACE"
  }

  /// Whether the method sends the length of its content even if that is 0 (RFC 9110, section 8.6).
  var announcesContent: Bool { self == .post || self == .put || self == .patch }

  /// Whether sending the request twice has the same effect as once, so that it can be retried (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The token.
  public var description: String { rawValue }
}

/// The time limits of the phases of a request; `nil` means no limit.
public struct Timeouts: Sendable, Hashable {
  /// The wait for a slot of a ``RequestScheduler`` while its host's queue doesn't move.
  ///
  /// A queue moves when one of its requests gets a slot. The wait in a long queue that moves has no limit.
  public var queue: Duration?
  /// The time from the start until the connection is established: name resolution, TCP and TLS.
  public var connect: Duration?
  /// The time until the response head arrives, from the start or, with a body, from the last byte sent.
  public var firstByte: Duration?
  /// The time between two pieces of a body, while the reader waits for the response or the server doesn't read the request.
  public var idle: Duration?
  /// The time from the start to the last byte of the response.
  public var total: Duration?

  /// Creates limits; the defaults suit services that respond with documents.
  public init(
    queue: Duration? = .seconds(60),
    connect: Duration? = .seconds(10),
    firstByte: Duration? = .seconds(30),
    idle: Duration? = .seconds(30),
    total: Duration? = nil
  ) {
    self.queue = queue
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }

  /// Creates a limit for the whole request only.
  public static func total(_ limit: Duration) -> Timeouts {
    Timeouts(queue: nil, connect: nil, firstByte: nil, idle: nil, total: limit)
  }
}
