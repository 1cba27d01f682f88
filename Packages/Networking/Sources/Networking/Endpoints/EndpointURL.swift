import Foundation

/// Builds the URL of an endpoint below a service's base URL.
enum EndpointURL {
  static func make(path: EndpointPath, query: [URLQueryItem], baseURL: URL) throws(NetworkError) -> URL {
    try HTTPRequest(url: baseURL).validate()
    guard var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
      throw .invalidURL(MaskedURL(baseURL).description, reason: "it can't be taken apart")
    }
    components.fragment = nil
    switch path.kind {
    case .relative(let relative):
      components.percentEncodedPath = try joined(base: components.percentEncodedPath, relative: relative)
    case .link(let link):
      try follow(link, from: baseURL, into: &components)
    case .unusable(let reason):
      throw .invalidRequest(reason: reason)
    }
    if !query.isEmpty {
      let items = query.map { item in
        let name = PercentEncoding.encode(item.name)
        return item.value.map { "\(name)=\(PercentEncoding.encode($0))" } ?? name
      }
      let own = components.percentEncodedQuery.map { [$0] } ?? []
      components.percentEncodedQuery = (own + items).joined(separator: "&")
    }
    guard let url = components.url else {
      throw .invalidURL(MaskedURL(baseURL).description, reason: "no URL can be made with the endpoint's path")
    }
    return url
  }

  /// Appends with exactly one slash between; the result is never empty (RFC 9110, section 4.2.3).
  private static func joined(base: String, relative: String) throws(NetworkError) -> String {
    guard PercentEncoding.isPath(relative) else {
      throw .invalidRequest(
        reason: "the path '\(relative)' contains characters that must be escaped; interpolate values, and use the query"
      )
    }
    let head = base.hasSuffix("/") ? String(base.dropLast()) : base
    let tail = relative.hasPrefix("/") ? String(relative.dropFirst()) : relative
    return tail.isEmpty ? (base.isEmpty ? "/" : base) : "\(head)/\(tail)"
  }

  /// Takes path and query of a link on the same origin.
  ///
  /// Scheme, host and port stay the configured ones, so that a link by
  /// another name of the loopback interface still goes to the service that was asked.
  private static func follow(_ link: URL, from baseURL: URL, into components: inout URLComponents) throws(NetworkError)
  {
    let shown = MaskedURL(link).description
    guard let own = Origin(baseURL), let target = Origin(link) else {
      throw .refusedLink(shown, reason: "it is no absolute http or https URL")
    }
    guard link.user == nil, link.password == nil else {
      throw .refusedLink(shown, reason: "it contains credentials")
    }
    guard target.isSamePlace(as: own) else {
      throw .refusedLink(shown, reason: "it leaves the service's own origin \(own)")
    }
    guard let parts = URLComponents(url: link, resolvingAgainstBaseURL: true) else {
      throw .refusedLink(shown, reason: "it can't be taken apart")
    }
    components.percentEncodedPath = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    components.percentEncodedQuery = parts.percentEncodedQuery
  }
}
