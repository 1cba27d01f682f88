public import Foundation

/// A request as a transport gets it: complete and absolute.
public struct HTTPRequest: Sendable {
  /// What is asked for.
  public var method: HTTPMethod
  /// Where: absolute, `http` or `https`, without credentials.
  public var url: URL { didSet { checkedOrigin = nil } }
  /// The header fields, without `Host` and the framing of the body, which the transport adds.
  ///
  /// A request with a `Host` field fails (``validate()``): cookies, credentials, caches and pinned keys go by the URL's host, and another name would
  /// bypass them.
  public var headers: HTTPFields
  /// The content, if any.
  public var body: RequestBody?
  /// How long it may take.
  public var timeouts: Timeouts
  /// What middleware is to know about it.
  public var context: MessageContext
  /// The origin of ``url`` where whoever made that has checked it, so that not every layer has to take it apart.
  var checkedOrigin: Origin?

  /// Makes a request.
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
  /// Where it goes; `nil` where ``url`` has no host or is neither `http` nor `https`.
  var origin: Origin? { checkedOrigin ?? Origin(url) }

  /// Whether the content is sent only after the server has agreed to take it, or has let a second pass (RFC 9110, section 10.1.1).
  ///
  /// Worth it for large content that a service may refuse on the head alone.
  public var expectsContinue: Bool {
    get { body != nil && headers[.expect]?.lowercased() == "100-continue" }
    set { headers[.expect] = newValue ? "100-continue" : nil }
  }

  /// Checks what every transport relies on.
  ///
  /// - Throws: ``NetworkError/invalidURL(_:reason:)`` for a URL that is not absolute, is neither `http` nor `https`, has
  ///   no host or carries credentials (they would end up in logs; send a header field instead);
  ///   ``NetworkError/invalidRequest(reason:)`` for a field `Host`, and for content with GET, HEAD, TRACE or CONNECT, where it has no meaning and endangers the
  ///   connection, so that not every transport can send it.
  public func validate() throws(NetworkError) {
    if checkedOrigin == nil { try validateURL() }
    guard !headers.contains(.host) else {
      throw .invalidRequest(reason: "the field Host is made from the URL, and can't be set")
    }
    try validateContent()
  }

  private func validateURL() throws(NetworkError) {
    var text: String { RedactedURL(url).description }
    switch url.scheme?.lowercased() {
    case "http", "https": break
    case let scheme?: throw .invalidURL(text, reason: "the scheme '\(scheme)' is neither http nor https")
    case nil: throw .invalidURL(text, reason: "it is not absolute: http:// or https:// is missing")
    }
    guard let host = url.host(percentEncoded: true), !host.isEmpty else {
      throw .invalidURL(text, reason: "it names no host")
    }
    if let reason = url.unusableHost { throw .invalidURL(text, reason: reason) }
    guard url.user == nil, url.password == nil else {
      throw .invalidURL(text, reason: "it contains credentials; send them in a header field")
    }
    if let port = url.port, !(1...65_535).contains(port) {
      throw .invalidURL(text, reason: "the port \(port) is outside 1 to 65535")
    }
  }

  /// No content where the method has no use for it (RFC 9110, section 9.3): what receives such a request may close the connection, ignore the
  /// content, or take it for the next request.
  private func validateContent() throws(NetworkError) {
    guard body != nil, ["GET", "HEAD", "TRACE", "CONNECT"].contains(method.rawValue) else { return }
    throw .invalidRequest(reason: "a \(method) request has no content; send it with POST")
  }
}

extension URL {
  /// The reason why the host name can't be used; `nil` where it can.
  ///
  /// Versions of libcurl write past a buffer for longer names (CVE-2023-38545), and take an encoded delimiter for the end of the name
  /// (CVE-2022-27780).
  var unusableHost: String? {
    let name = host(percentEncoded: false) ?? "%"
    if name.utf8.count > 255 { return "its host name is longer than 255 bytes" }
    let isEncoded = host(percentEncoded: true)?.utf8.contains(UInt8(ascii: "%")) ?? false
    return isEncoded && HostName.isMalformed(name) ? "its host has characters that no host may have" : nil
  }
}
