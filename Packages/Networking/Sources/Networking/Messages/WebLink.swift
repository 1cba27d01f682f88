public import Foundation

/// A link of a `Link` header field (RFC 8288).
///
/// ```swift
/// if let next = response.link("next") { try await client.send(Page(path: .link(next.target))) }
/// ```
///
/// The target may have any origin and scheme. ``EndpointPath/link(_:)`` follows it only on the service's own origin.
public struct WebLink: Sendable, Hashable {
  struct Attribute: Sendable, Hashable {
    /// The name in lower case, without the `*` of an encoded value (RFC 8187).
    let name: String
    let value: String
  }

  /// The target, resolved against the response's URL.
  public let target: URL
  /// The relation types in lower case: registered names such as `next`, or URLs.
  public let relations: [String]
  /// The source of the link: the response's URL, or the value of the parameter `anchor`.
  let context: URL
  let attributes: [Attribute]

  /// The value of the first target attribute with a name, such as `title`, in any case.
  public subscript(attribute: String) -> String? {
    let name = attribute.lowercased()
    return attributes.first { $0.name == name }?.value
  }
}

extension HTTPFields {
  /// The links of all `Link` fields, in their order, including links without a relation type.
  ///
  /// The rest of a field line after an error is ignored (RFC 8288, appendix B.2).
  func links(relativeTo base: URL) -> [WebLink] {
    self[values: .link].flatMap { LinkFieldParser.links(in: $0, base: base) }
  }
}

extension HTTPResponse {
  /// The links of the `Link` fields (RFC 8288), in their order.
  public var links: [WebLink] { headers.links(relativeTo: url) }

  /// The first link of this response with a relation type, such as `next` or `last`; links with another `anchor` are ignored.
  ///
  /// - Parameter relation: The relation type, in any case.
  /// - Returns: The link; `nil` if it is missing, such as a `next` on the last page of a list.
  public func link(_ relation: String) -> WebLink? {
    let relation = relation.lowercased()
    return links.first { $0.relations.contains(relation) && $0.context == url.absoluteURL }
  }
}
