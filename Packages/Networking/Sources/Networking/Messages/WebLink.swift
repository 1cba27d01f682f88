public import NetworkingFoundation

/// A link in a `Link` header field (RFC 8288).
///
/// ```swift
/// if let next = response.link("next") { try await client.send(Page(path: .link(next.target))) }
/// ```
///
/// The target may have any origin and scheme. ``EndpointPath/link(_:)`` follows it only within the service's origin.
public struct WebLink: Sendable, Hashable {
  struct Attribute: Sendable, Hashable {
    /// The name in lower case, without the `*` that marks an encoded value (RFC 8187).
    let name: String
    let value: String
  }

  /// The target, resolved against the response's URL.
  public let target: URL
  /// The relation types in lower case: registered names such as `next`, or URLs.
  public let relations: [String]
  /// The URL of the link's source: the response's URL, or the value of the `anchor` parameter.
  let context: URL
  let attributes: [Attribute]

  /// The first value of a target attribute, such as `title`; the name is case-insensitive.
  public subscript(attribute: String) -> String? {
    let name = attribute.lowercased()
    return attributes.first { $0.name == name }?.value
  }
}

extension HTTPFields {
  /// Returns the links in all `Link` fields in order, including links without a relation type.
  ///
  /// After an error, the rest of the field line is ignored (RFC 8288, appendix B.2).
  func links(relativeTo base: URL) -> [WebLink] {
    self[values: .link].flatMap { LinkFieldParser.links(in: $0, base: base) }
  }
}

extension HTTPResponse {
  /// The links in the `Link` fields (RFC 8288), in order.
  public var links: [WebLink] { headers.links(relativeTo: url) }

  /// Returns the first link with a relation type such as `next`, ignoring case and links whose `anchor` is another URL.
  public func link(_ relation: String) -> WebLink? {
    let relation = relation.lowercased()
    return links.first { $0.relations.contains(relation) && $0.context == url.absoluteURL }
  }
}
