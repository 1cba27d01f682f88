public import Foundation

/// Where below its service an endpoint is.
///
/// Written as a literal, what is interpolated becomes one escaped path segment, so that text from outside can't change
/// the structure of the path:
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

  /// A link that the service itself handed out, such as the next page of a list.
  ///
  /// It is followed only where it leads to the service's own origin (scheme, host and port; the names of the loopback
  /// interface count as one host); otherwise the request fails with ``NetworkError/refusedLink(_:reason:)`` and nothing is sent.
  public static func link(_ url: URL) -> EndpointPath { EndpointPath(kind: .link(url)) }
}

extension EndpointPath: ExpressibleByStringInterpolation {
  /// Makes a path from a literal, which is used as it is.
  public init(stringLiteral path: String) { self.init(kind: .relative(path)) }

  /// Makes a path from literal parts and escaped segments.
  public init(stringInterpolation: StringInterpolation) { self.init(kind: stringInterpolation.kind) }

  /// Collects literal parts as they are and values as escaped segments.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var kind: Kind

    /// Starts with room for the literal parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
      var text = ""
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
      kind = .relative(text)
    }

    /// Adds a literal part.
    public mutating func appendLiteral(_ literal: String) {
      guard case .relative(let path) = kind else { return }
      kind = .relative(path + literal)
    }

    /// Adds a value as one segment, escaped (RFC 3986, section 3.3).
    ///
    /// An empty value, `.` and `..` would name another place than a child; the request then fails with
    /// ``NetworkError/invalidRequest(reason:)``.
    public mutating func appendInterpolation(_ segment: some CustomStringConvertible) {
      guard case .relative(let path) = kind else { return }
      let text = segment.description
      if text.isEmpty || text == "." || text == ".." {
        kind = .unusable(reason: "'\(text)' can't be a part of a path")
      } else {
        kind = .relative(path + PercentEncoding.encode(text))
      }
    }
  }
}
