/// An answer with a status that is no success.
public struct ServiceFailure: Sendable, Hashable {
  /// The status.
  public let status: HTTPStatus
  /// Whose answer: the masked URL.
  public let url: MaskedURL
  /// The service's own words about it, where it sent any that could be read.
  public let serviceMessage: String?
  /// The beginning of the body as text; at most ``excerptLimit`` characters.
  public let excerpt: String
  /// The header fields.
  public let headers: HTTPFields

  /// The most characters of a body that are kept.
  public static let excerptLimit = 200

  /// Makes a failure.
  public init(
    status: HTTPStatus,
    url: MaskedURL,
    serviceMessage: String? = nil,
    excerpt: String = "",
    headers: HTTPFields = [:]
  ) {
    self.status = status
    self.url = url
    self.serviceMessage = serviceMessage
    self.excerpt = excerpt
    self.headers = headers
  }

  var message: String {
    let start = "\(url) answered with status \(status)"
    return serviceMessage.map { "\(start): \($0.hasSuffix(".") ? String($0.dropLast()) : $0)." } ?? "\(start)."
  }
}
