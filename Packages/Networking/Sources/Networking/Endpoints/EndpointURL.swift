public import NetworkingFoundation

/// The path of an endpoint, relative to its service's base URL.
///
/// An interpolated value becomes one percent-encoded segment, so untrusted text can't change the path's structure:
///
/// ```swift
/// var path: EndpointPath { "coins/\(id)/market_chart" }   // id "a/b" is sent as a%2Fb
/// ```
public struct EndpointPath: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case relative(String)
    case link(URL)
    case unusable(reason: String)
  }

  let kind: Kind

  init(kind: Kind) { self.kind = kind }

  /// Returns a path that follows a link from the service, such as the link to the next page in a list.
  ///
  /// The link must have the service's own origin (scheme, host and port); all names for the loopback interface count as
  /// equal. Otherwise, the request fails with ``NetworkError/refusedLink(_:reason:)`` without being sent.
  public static func link(_ url: URL) -> EndpointPath { EndpointPath(kind: .link(url)) }
}

extension EndpointPath: ExpressibleByStringInterpolation {
  /// Creates a path from a percent-encoded literal.
  public init(stringLiteral path: String) { self.init(kind: .relative(path)) }

  /// Creates a path from literal parts and interpolated segments.
  public init(stringInterpolation: StringInterpolation) { self.init(kind: stringInterpolation.kind) }

  /// The parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var kind: Kind

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {
      var text = ""
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
      kind = .relative(text)
    }

    /// Appends a literal part, which must be percent-encoded.
    public mutating func appendLiteral(_ literal: String) {
      guard case .relative(let path) = kind else { return }
      kind = .relative(path + literal)
    }

    /// Appends a value as one percent-encoded segment (RFC 3986, section 3.3).
    ///
    /// If the value is empty, `.` or `..`, the request fails with ``NetworkError/invalidRequest(reason:)``.
    public mutating func appendInterpolation(_ segment: some CustomStringConvertible) {
      guard case .relative(let path) = kind else { return }
      let text = segment.description
      if text.isEmpty || text == "." || text == ".." {
        kind = .unusable(reason: "'\(text)' can't be a path segment")
      } else {
        kind = .relative(path + PercentCoding.encode(text))
      }
    }
  }
}

struct EndpointURL: Sendable {
  private struct Base {
    let beginning: String
    let path: String
    let query: String?
    let origin: Origin?
  }

  let baseURL: URL
  private let base: Result<Base, NetworkError>

  /// Parses a base URL; if it is unusable, every endpoint's request fails.
  init(baseURL: URL) {
    self.baseURL = baseURL
    do throws(NetworkError) {
      base = .success(try Self.takeApart(baseURL))
    } catch {
      base = .failure(error)
    }
  }

  var origin: Origin? {
    guard case .success(let base) = base else { return nil }
    return base.origin
  }

  /// Returns a valid URL with the base URL's origin.
  ///
  /// - Throws: ``NetworkError/invalidURL(_:reason:)``, ``NetworkError/invalidRequest(reason:)`` or
  ///   ``NetworkError/refusedLink(_:reason:)``.
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
      text += PercentCoding.encode(item.name)
      if let value = item.value {
        text += "="
        text += PercentCoding.encode(value)
      }
      separator = "&"
    }
    guard let url = URL(string: text) else {
      throw .invalidURL(RedactedURL(baseURL).description, reason: "it can't be combined with the endpoint's path")
    }
    return url
  }

  private static func takeApart(_ baseURL: URL) throws(NetworkError) -> Base {
    try HTTPRequest(url: baseURL).validate()
    guard var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
      throw .invalidURL(RedactedURL(baseURL).description, reason: "it can't be parsed")
    }
    let (path, query) = (components.percentEncodedPath, components.percentEncodedQuery)
    components.percentEncodedPath = ""
    components.percentEncodedQuery = nil
    components.fragment = nil
    guard let beginning = components.string else {
      throw .invalidURL(RedactedURL(baseURL).description, reason: "it can't be parsed")
    }
    return Base(beginning: beginning, path: path, query: query, origin: Origin(baseURL))
  }

  private static func append(_ relative: String, to base: String, in text: inout String) throws(NetworkError) {
    guard PercentCoding.isPath(relative) else {
      throw .invalidRequest(
        reason: "the path '\(relative)' contains characters that must be escaped; interpolate values, and use the query"
      )
    }
    if let segment = relative.split(separator: "/").first(where: { $0 == "." || $0 == ".." }) {
      throw .invalidRequest(reason: "'\(segment)' can't be a part of a path")
    }
    let slash = UInt8(ascii: "/")
    let tail = relative.utf8.first == slash ? String(relative.dropFirst()) : relative
    text += base
    guard !tail.isEmpty || base.isEmpty else { return }
    if base.utf8.last != slash { text += "/" }
    text += tail
  }

  /// Returns the path and query from a link with the same origin.
  ///
  /// The configured origin is used, so a link with another name for the loopback interface reaches the same service.
  private func follow(_ link: URL) throws(NetworkError) -> (path: String, query: String?) {
    func refusal(_ reason: String) -> NetworkError { .refusedLink(RedactedURL(link).description, reason: reason) }
    guard let own = origin, let target = Origin(link) else {
      throw refusal("it isn't an absolute http or https URL")
    }
    guard link.user == nil, link.password == nil else {
      throw refusal("it contains credentials")
    }
    guard target.isEquivalent(to: own) else {
      throw refusal("its origin isn't the service's origin \(own)")
    }
    guard let parts = URLComponents(url: link, resolvingAgainstBaseURL: true) else {
      throw refusal("it can't be parsed")
    }
    return (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath, parts.percentEncodedQuery)
  }
}
