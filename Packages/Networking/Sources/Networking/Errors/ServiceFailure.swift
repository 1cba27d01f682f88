public import NetworkingFoundation

/// The details of a response with an error status.
public struct ServiceFailure: Sendable, Hashable {
  /// The error status.
  public let status: HTTPStatus
  /// The response's redacted URL.
  public let url: RedactedURL
  /// The service's error message, if the response contains one.
  public let serviceMessage: String?
  /// The beginning of the body as redacted text, at most 200 characters.
  public let excerpt: String
  /// The beginning of the body, at most 64 KiB; it isn't redacted and may contain secrets.
  public let body: Data
  /// The header fields.
  public let headers: HTTPFields

  /// The maximum length of ``excerpt``, in characters.
  package static let excerptLimit = 200
  static let bodyLimit = 64 << 10

  /// Creates a failure without a body.
  public init(
    status: HTTPStatus,
    url: RedactedURL,
    serviceMessage: String? = nil,
    excerpt: String = "",
    headers: HTTPFields = [:]
  ) {
    self.status = status
    self.url = url
    self.serviceMessage = serviceMessage
    self.excerpt = excerpt
    self.headers = headers
    body = Data()
  }

  init(status: HTTPStatus, url: RedactedURL, serviceMessage: String? = nil, body: Data, headers: HTTPFields) {
    self.status = status
    self.url = url
    self.serviceMessage = serviceMessage
    self.body = body.prefix(Self.bodyLimit)
    self.headers = headers
    excerpt = BodyExcerpt.text(of: body)
  }

  private init(_ other: ServiceFailure, serviceMessage: String?, excerpt: String) {
    status = other.status
    url = other.url
    body = other.body
    headers = other.headers
    self.serviceMessage = serviceMessage
    self.excerpt = excerpt
  }

  func hiding(_ secrets: SentSecrets) -> ServiceFailure {
    ServiceFailure(self, serviceMessage: serviceMessage.map(secrets.redacted), excerpt: secrets.redacted(excerpt))
  }

  /// Decodes the body as the service's own error type.
  ///
  /// ```swift
  /// do throws(NetworkError) {
  ///   try await client.post("books", json: newBook)
  /// } catch .status(let failure) where failure.status == 409 {
  ///   if let problem = failure.decoded(as: CatalogError.self) { print(problem.reason) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The error type.
  ///   - decoder: The decoder, such as the service's ``ServiceAPI/decoder``.
  /// - Returns: `nil` if the body can't be decoded, for example because it is a proxy's error page.
  public func decoded<Value: Decodable>(as type: Value.Type, by decoder: JSONDecoder = JSONDecoder()) -> Value? {
    try? decoder.decode(type, from: body)
  }

  var message: String {
    let place = url.description.withoutQuery
    if status.isRedirect {
      let target = redirectTarget.map { "to \($0)" } ?? "without a usable target"
      return "\(place) responded with status \(status) and a redirect \(target), which wasn't followed."
    }
    let isOfProxy = status.code == 407
    let start =
      isOfProxy ? "The proxy for \(place) asks for credentials (\(status))" : "\(place) responded with status \(status)"
    return serviceMessage.map { "\(start): \($0.hasSuffix(".") ? String($0.dropLast()) : $0)." } ?? "\(start)."
  }

  /// The redirect target's origin; `nil` if `Location` is missing or unusable.
  private var redirectTarget: String? {
    guard let location = headers[.location],
      let target = URL(string: RedirectRules.escaped(location), relativeTo: URL(string: url.description)),
      let origin = Origin(target.absoluteURL)
    else { return nil }
    return BodyExcerpt.text(of: origin.description)
  }
}
