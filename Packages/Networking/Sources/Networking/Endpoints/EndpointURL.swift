import Foundation

/// Builds the URLs of endpoints below a service's base URL, which is taken apart once for all of them.
struct EndpointURL: Sendable {
  /// What a URL begins with, as texts that are escaped already.
  private struct Base {
    /// Scheme, user and authority.
    let beginning: String
    let path: String
    let query: String?
    let origin: Origin?
  }

  let baseURL: URL
  private let base: Result<Base, NetworkError>

  /// Takes a base URL apart; one that can't be used fails with every endpoint.
  init(baseURL: URL) {
    self.baseURL = baseURL
    do throws(NetworkError) {
      base = .success(try Self.takeApart(baseURL))
    } catch {
      base = .failure(error)
    }
  }

  /// The origin of all the URLs; `nil` where there can be none.
  var origin: Origin? {
    guard case .success(let base) = base else { return nil }
    return base.origin
  }

  /// The URL of an endpoint, which is below the base URL or on its origin, and as valid as that.
  ///
  /// - Throws: ``NetworkError/invalidURL(_:reason:)``, ``NetworkError/invalidRequest(reason:)`` or ``NetworkError/refusedLink(_:reason:)``.
  func make(path: EndpointPath, query: [URLQueryItem]) throws(NetworkError) -> URL {
    let base = try base.get()
    var text = base.beginning
    var ownQuery = base.query
    switch path.kind {
    case .relative(let relative):
      try Self.append(relative, to: base.path, in: &text)
    case .link(let link):
      let parts = try follow(link)
      text += parts.path
      ownQuery = parts.query
    case .unusable(let reason):
      throw .invalidRequest(reason: reason)
    }
    var separator = "?"
    if let ownQuery {
      text += separator + ownQuery
      separator = "&"
    }
    for item in query {
      text += separator
      text += PercentEncoding.encode(item.name)
      if let value = item.value {
        text += "="
        text += PercentEncoding.encode(value)
      }
      separator = "&"
    }
    guard let url = URL(string: text) else {
      throw .invalidURL(RedactedURL(baseURL).description, reason: "no URL can be made with the endpoint's path")
    }
    return url
  }

  private static func takeApart(_ baseURL: URL) throws(NetworkError) -> Base {
    try HTTPRequest(url: baseURL).validate()
    guard var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
      throw .invalidURL(RedactedURL(baseURL).description, reason: "it can't be taken apart")
    }
    let (path, query) = (components.percentEncodedPath, components.percentEncodedQuery)
    components.percentEncodedPath = ""
    components.percentEncodedQuery = nil
    components.fragment = nil
    guard let beginning = components.string else {
      throw .invalidURL(RedactedURL(baseURL).description, reason: "it can't be taken apart")
    }
    return Base(beginning: beginning, path: path, query: query, origin: Origin(baseURL))
  }

  /// Appends with exactly one slash between; the result is never empty (RFC 9110, section 4.2.3).
  private static func append(_ relative: String, to base: String, in text: inout String) throws(NetworkError) {
    guard PercentEncoding.isPath(relative) else {
      throw .invalidRequest(
        reason: "the path '\(relative)' contains characters that must be escaped; interpolate values, and use the query"
      )
    }
    let slash = UInt8(ascii: "/")
    let tail = relative.utf8.first == slash ? relative.dropFirst() : relative[...]
    text += base
    guard !tail.isEmpty || base.isEmpty else { return }
    if base.utf8.last != slash { text += "/" }
    text += tail
  }

  /// Path and query of a link on the same origin.
  ///
  /// Scheme, host and port stay the configured ones, so that a link by
  /// another name of the loopback interface still goes to the service that was asked.
  private func follow(_ link: URL) throws(NetworkError) -> (path: String, query: String?) {
    func refusal(_ reason: String) -> NetworkError { .refusedLink(RedactedURL(link).description, reason: reason) }
    guard let own = origin, let target = Origin(link) else {
      throw refusal("it is no absolute http or https URL")
    }
    guard link.user == nil, link.password == nil else {
      throw refusal("it contains credentials")
    }
    guard target.isSamePlace(as: own) else {
      throw refusal("it leaves the service's own origin \(own)")
    }
    guard let parts = URLComponents(url: link, resolvingAgainstBaseURL: true) else {
      throw refusal("it can't be taken apart")
    }
    return (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath, parts.percentEncodedQuery)
  }
}
