public import NetworkingFoundation

/// A complete HTTP request for a transport.
public struct HTTPRequest: Sendable {
  /// The request method; GET by default.
  public var method: HTTPMethod
  /// The absolute URL, with the scheme `http` or `https` and without credentials.
  public var url: URL { didSet { checkedOrigin = nil } }
  /// The header fields, to which the transport adds `Host` and the fields that frame the body.
  ///
  /// ``validate()`` rejects a `Host` field, because cookies, credentials, caches and pinned keys use the URL's host.
  public var headers: HTTPFields
  /// The content, if any.
  public var body: RequestBody?
  /// The time limits.
  public var timeouts: Timeouts
  /// Values for middleware, such as the request's priority.
  public var context: MessageContext
  /// The origin of a valid ``url``, cached so that no middleware has to parse the URL again.
  var checkedOrigin: Origin?

  /// Creates a request, by default a GET without content.
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

  /// Whether the body, if any, can be read again for another attempt.
  var isReplayable: Bool { body?.isReplayable ?? true }

  /// Whether the body is held back until the server agrees to receive it, for at most 1 s (RFC 9110, section 10.1.1).
  ///
  /// Use it for large bodies that a service may reject based on the request head.
  package var expectsContinue: Bool {
    get { body != nil && headers[.expect]?.lowercased() == "100-continue" }
    set { headers[.expect] = newValue ? "100-continue" : nil }
  }

  /// Checks the rules that every transport relies on.
  ///
  /// - Throws: ``NetworkError/invalidURL(_:reason:)`` for a URL that isn't absolute, has a scheme other than `http` and
  ///   `https`, has no host, or contains credentials, which belong in a header field.
  ///   ``NetworkError/invalidRequest(reason:)`` for a `Host` field, and for a GET, HEAD, TRACE or CONNECT request with
  ///   a body, because not every transport can send such a body.
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
      throw .invalidURL(text, reason: "the port \(port) is not between 1 and 65535")
    }
  }

  /// Rejects a body if the method doesn't define a meaning for it (RFC 9110, section 9.3).
  ///
  /// Servers may close the connection, ignore the body, or read it as the next request.
  private func validateContent() throws(NetworkError) {
    guard body != nil, ["GET", "HEAD", "TRACE", "CONNECT"].contains(method.rawValue) else { return }
    throw .invalidRequest(reason: "a \(method) request has no content; send it with POST")
  }
}

extension URL {
  /// The reason the host name is unusable, if any.
  ///
  /// Some versions of libcurl overflow a buffer for long names (CVE-2023-38545), or cut off a name at an encoded
  /// delimiter (CVE-2022-27780).
  var unusableHost: String? {
    let name = host(percentEncoded: false) ?? "%"
    if name.utf8.count > 255 { return "its host name is longer than 255 bytes" }
    let isEncoded = host(percentEncoded: true)?.utf8.contains(UInt8(ascii: "%")) ?? false
    return isEncoded && HostName.isMalformed(name) ? "its host contains invalid characters" : nil
  }
}

/// A request method (RFC 9110, section 9), such as `.get`.
public struct HTTPMethod: Sendable, Hashable {
  /// The case-sensitive name, such as `GET`.
  public let rawValue: String

  /// Creates a method from a token (RFC 9110, section 5.6.2); returns `nil` for other text.
  public init?(_ token: String) {
    guard HTTPToken.isValid(token) else { return nil }
    rawValue = token
  }

  private init(standard: String) { rawValue = standard }

  /// Transfers a representation of the target.
  public static let get = HTTPMethod(standard: "GET")
  /// Like GET, but without the response content.
  public static let head = HTTPMethod(standard: "HEAD")
  /// Submits content to the target for processing.
  public static let post = HTTPMethod(standard: "POST")
  /// Replaces the target's representation.
  public static let put = HTTPMethod(standard: "PUT")
  /// Changes part of the target (RFC 5789).
  public static let patch = HTTPMethod(standard: "PATCH")
  /// Removes the target.
  public static let delete = HTTPMethod(standard: "DELETE")
  /// Requests the communication options for the target.
  public static let options = HTTPMethod(standard: "OPTIONS")

  package var isSafe: Bool {
    self == .get || self == .head || self == .options || rawValue == "TRACE"
  }

  /// Whether `Content-Length` is sent even without content (RFC 9110, section 8.6).
  var announcesContent: Bool { self == .post || self == .put || self == .patch }

  /// Whether a second identical request has no further effect, so a retry is safe (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The name of the method.
  public var description: String { rawValue }
}

/// The time limits for a request's phases; `nil` means no limit.
public struct Timeouts: Sendable, Hashable {
  /// The maximum wait for a ``RequestScheduler`` slot while no other request to the same host gets a slot either.
  ///
  /// The wait has no limit while other requests to the host keep getting slots.
  public var queue: Duration?
  /// The time from the start until the connection is established: name resolution, TCP and TLS.
  public var connect: Duration?
  /// The time until the response head arrives, measured from the start, or from the last byte sent if there is a body.
  public var firstByte: Duration?
  /// The time without progress while waiting for response data, or while the server accepts no request data.
  public var idle: Duration?
  /// The time from the start to the response's last byte.
  public var total: Duration?

  /// Creates time limits whose defaults suit services that return documents.
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

  /// Creates time limits with only a limit for the whole request.
  public static func total(_ limit: Duration) -> Timeouts {
    Timeouts(queue: nil, connect: nil, firstByte: nil, idle: nil, total: limit)
  }
}
