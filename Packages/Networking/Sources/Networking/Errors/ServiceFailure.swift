public import Foundation

/// An answer with a status that is no success.
public struct ServiceFailure: Sendable, Hashable {
  /// The status.
  public let status: HTTPStatus
  /// Whose answer: the redacted URL.
  public let url: RedactedURL
  /// The service's own words about it, where it sent any that could be read.
  public let serviceMessage: String?
  /// The beginning of the body as text; at most ``excerptLimit`` characters, without secrets that are recognized or were sent.
  public let excerpt: String
  /// The beginning of the body as it was sent, so that it may contain secrets; at most ``bodyLimit`` bytes.
  public let body: Data
  /// The header fields.
  public let headers: HTTPFields

  /// The most characters of a body that are kept as text.
  public static let excerptLimit = 200
  /// The most bytes of a body that are kept: 64 KiB.
  public static let bodyLimit = 64 << 10

  /// Makes a failure.
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

  /// Makes a failure from the beginning of a body.
  public init(status: HTTPStatus, url: RedactedURL, serviceMessage: String? = nil, body: Data, headers: HTTPFields) {
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

  /// The same failure with texts in which secrets are replaced.
  func hiding(_ secrets: SentSecrets) -> ServiceFailure {
    ServiceFailure(self, serviceMessage: serviceMessage.map(secrets.redacted), excerpt: secrets.redacted(excerpt))
  }

  /// The body as the service's own type of error.
  ///
  /// ```swift
  /// catch .status(let failure) {
  ///   if let problem = failure.decoded(as: ProblemDetails.self) { … }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: What the service documents.
  ///   - decoder: How it is decoded; the service's ``ServiceAPI/decoder`` fits.
  /// - Returns: The value, or `nil` where the body is something else, such as the page of a proxy.
  public func decoded<Value: Decodable>(as type: Value.Type, by decoder: JSONDecoder = JSONDecoder()) -> Value? {
    try? decoder.decode(type, from: body)
  }

  var message: String {
    let place = url.description.withoutQuery
    if status.isRedirect {
      let target = redirectTarget.map { "to \($0)" } ?? "without a usable target"
      return "\(place) answered with status \(status), a redirect \(target), which is not followed."
    }
    let isOfProxy = status.code == 407
    let start =
      isOfProxy ? "The proxy for \(place) asks for credentials (\(status))" : "\(place) answered with status \(status)"
    return serviceMessage.map { "\(start): \($0.hasSuffix(".") ? String($0.dropLast()) : $0)." } ?? "\(start)."
  }

  /// The origin that a redirect leads to, without path, query and user information; `nil` where its `Location` is missing or unusable.
  private var redirectTarget: String? {
    guard let location = headers[.location],
      let target = URL(string: RedirectRules.escaped(location), relativeTo: URL(string: url.description)),
      let origin = Origin(target.absoluteURL)
    else { return nil }
    return BodyExcerpt.text(of: origin.description)
  }
}

/// The body of an error answer in the standard form, `application/problem+json` (RFC 9457).
public struct ProblemDetails: Sendable, Hashable, Decodable {
  /// A URI that names the kind of problem.
  public var type: String?
  /// The kind of problem in words.
  public var title: String?
  /// The status, as the service that made the answer sent it.
  public var status: Int?
  /// What went wrong this time.
  public var detail: String?
  /// A URI that names this occurrence.
  public var instance: String?
}
