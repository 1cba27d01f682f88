/// A status code (RFC 9110, section 15).
public struct HTTPStatus: Sendable, Hashable {
  /// The number, 100 to 999.
  public let code: Int

  /// Makes a status; `nil` for a number that has not three digits.
  public init?(code: Int) {
    guard (100...999).contains(code) else { return nil }
    self.code = code
  }

  /// 200: the request succeeded.
  public static let ok = HTTPStatus(standard: 200)
  /// 204: the request succeeded and there is no content.
  public static let noContent = HTTPStatus(standard: 204)
  /// 400: the service could not accept the request.
  public static let badRequest = HTTPStatus(standard: 400)
  /// 401: credentials are missing or wrong.
  public static let unauthorized = HTTPStatus(standard: 401)
  /// 404: there is nothing at this address.
  public static let notFound = HTTPStatus(standard: 404)
  /// 429: too many requests (RFC 6585).
  public static let tooManyRequests = HTTPStatus(standard: 429)
  /// 500: the service failed.
  public static let internalServerError = HTTPStatus(standard: 500)
  /// 503: the service is not available for now.
  public static let serviceUnavailable = HTTPStatus(standard: 503)

  private init(standard: Int) { code = standard }

  /// Whether it is interim: 1xx.
  public var isInformational: Bool { code < 200 }
  /// Whether the request succeeded: 2xx.
  public var isSuccess: Bool { (200..<300).contains(code) }
  /// Whether it names another place: 3xx.
  public var isRedirection: Bool { (300..<400).contains(code) }
  /// Whether it is a redirect that can be followed (RFC 9110, section 15.4): 301, 302, 303, 307 or 308.
  public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(code) }
  /// Whether the request was at fault: 4xx.
  public var isClientError: Bool { (400..<500).contains(code) }
  /// Whether the service was at fault: 5xx.
  public var isServerError: Bool { (500..<600).contains(code) }
}

extension HTTPStatus: CustomStringConvertible {
  /// The number.
  public var description: String { "\(code)" }
}
