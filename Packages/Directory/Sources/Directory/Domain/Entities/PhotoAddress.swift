public import Foundation

/// Where a photo is; kept as text, of which a list of 100,000 has room for more than of URLs.
public struct PhotoAddress: Sendable, Hashable {
  /// The text as the service sent it.
  public let text: String

  /// Makes an address of any text.
  public init(_ text: String) { self.text = text }

  /// The address as a URL; `nil` for a text that is no absolute `http` or `https` URL, whose photo is then the placeholder.
  public var url: URL? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host(percentEncoded: true)?.isEmpty == false
    else { return nil }
    return url
  }
}
