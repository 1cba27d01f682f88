public import Foundation

/// A link of a `Link` header field (RFC 8288): where it leads, and what is to be found there.
///
/// ```swift
/// if let next = response.link("next") { try await client.send(Page(path: .link(next.target))) }
/// ```
///
/// The target may lead anywhere, with any scheme: ``EndpointPath/link(_:)`` follows it on the service's own origin only.
public struct WebLink: Sendable, Hashable {
  /// A target attribute (RFC 8288, section 3.4).
  public struct Attribute: Sendable, Hashable {
    /// The name in lower case; one that ends in `*` has lost that with its encoding (RFC 8187).
    public let name: String
    /// The value, without its quotes; empty where there is none.
    public let value: String

    /// Makes an attribute.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Where it leads: the field's reference, resolved against the answer's URL.
  public let target: URL
  /// What the target is to the context, in lower case: registered names such as `next`, or the URLs of other relations.
  public let relations: [String]
  /// Whose link it is: the answer's URL, or what the parameter `anchor` says.
  public let context: URL
  /// The parameters besides `rel` and `anchor`, in their order.
  public let attributes: [Attribute]

  /// Makes a link.
  public init(target: URL, relations: [String], context: URL, attributes: [Attribute] = []) {
    self.target = target
    self.relations = relations
    self.context = context
    self.attributes = attributes
  }

  /// The value of the first attribute of a name, in any case.
  public subscript(attribute: String) -> String? {
    let name = attribute.lowercased()
    return attributes.first { $0.name == name }?.value
  }

  /// The title for people, if it has one.
  public var title: String? { self["title"] }
  /// The media type that the target is likely to have.
  public var mediaType: String? { self["type"] }
}

extension HTTPFields {
  /// The links of all `Link` fields, in their order.
  ///
  /// What follows a mistake in a field line is left out, as RFC 8288, appendix B.2 says; other lines are not touched by it.
  /// A link that names no relation is one all the same.
  ///
  /// - Parameter base: What references are resolved against: the URL of the answer.
  /// - Returns: The links.
  public func links(relativeTo base: URL) -> [WebLink] {
    self[values: .link].flatMap { LinkFieldParser.links(in: $0, base: base) }
  }
}

extension HTTPResponse {
  /// The links of the answer's `Link` fields (RFC 8288), in their order.
  public var links: [WebLink] { headers.links(relativeTo: url) }

  /// The first link of this answer itself with a relation, such as `next` or `last`; links whose `anchor` is something else don't count.
  ///
  /// - Parameter relation: The relation, in any case.
  /// - Returns: The link, or `nil` where there is none: the last page of a list has no `next`.
  public func link(_ relation: String) -> WebLink? {
    let relation = relation.lowercased()
    return links.first { $0.relations.contains(relation) && $0.context == url.absoluteURL }
  }
}
