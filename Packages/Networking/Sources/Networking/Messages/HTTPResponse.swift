public import NetworkingFoundation

/// An HTTP response, whose body may still be arriving.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: HTTPStatus
  /// The header fields, without `Content-Encoding` and `Content-Length` if the transport decoded the content.
  public var headers: HTTPFields
  /// The request's URL.
  public var url: URL
  /// The content, which may still be arriving.
  public var body: ResponseBody
  /// Values from middleware, such as the ``CacheStatus``.
  public var context: MessageContext

  /// Creates a response, by default without content.
  public init(
    status: HTTPStatus,
    headers: HTTPFields = [:],
    url: URL,
    body: ResponseBody = .empty,
    context: MessageContext = MessageContext()
  ) {
    self.status = status
    self.headers = headers
    self.url = url
    self.body = body
    self.context = context
  }
}

/// A status code (RFC 9110, section 15).
public struct HTTPStatus: Sendable, Hashable {
  /// The number, 100 to 999.
  public let code: Int

  /// Creates a status; returns `nil` if the number isn't 100 to 999.
  public init?(code: Int) {
    guard (100...999).contains(code) else { return nil }
    self.code = code
  }

  /// 200: the request succeeded.
  public static let ok = HTTPStatus(standard: 200)
  package static let noContent = HTTPStatus(standard: 204)
  /// 400: the request is invalid.
  public static let badRequest = HTTPStatus(standard: 400)
  /// 401: credentials are missing or wrong.
  public static let unauthorized = HTTPStatus(standard: 401)
  /// 404: the URL doesn't exist.
  public static let notFound = HTTPStatus(standard: 404)
  /// 429: too many requests (RFC 6585).
  public static let tooManyRequests = HTTPStatus(standard: 429)
  /// 500: the service failed.
  public static let internalServerError = HTTPStatus(standard: 500)
  /// 503: the service is temporarily unavailable.
  public static let serviceUnavailable = HTTPStatus(standard: 503)

  static let redirects: Set<HTTPStatus> = [301, 302, 303, 307, 308]

  fileprivate init(standard: Int) { code = standard }

  package var isInformational: Bool { code < 200 }
  /// Whether the status is 2xx.
  public var isSuccess: Bool { (200..<300).contains(code) }
  package var isRedirection: Bool { (300..<400).contains(code) }
  /// Whether ``RedirectFollower`` acts on this status (RFC 9110, section 15.4): 301, 302, 303, 307 or 308.
  public var isRedirect: Bool { Self.redirects.contains(self) }
  package var isClientError: Bool { (400..<500).contains(code) }
  package var isServerError: Bool { (500..<600).contains(code) }
}

extension HTTPStatus: ExpressibleByIntegerLiteral {
  /// Creates a status from a literal, such as `409`; values outside 100 to 999 stop the program.
  public init(integerLiteral code: Int) {
    precondition((100...999).contains(code), "a status is a number from 100 to 999")
    self.code = code
  }
}

extension Set<HTTPStatus> {
  /// All statuses, for an endpoint that handles every response itself (``Endpoint/acceptedStatuses``).
  public static let all = Set((100...999).map { HTTPStatus(standard: $0) })
}

extension HTTPStatus: CustomStringConvertible {
  /// The status code.
  public var description: String { "\(code)" }
}
