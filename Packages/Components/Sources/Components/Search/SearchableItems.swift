/// A place that a search of the whole program finds.
public struct SearchableItem: Sendable {
  /// The name that is shown.
  public let title: String
  /// Further words that find the item, such as a symbol or an e-mail address.
  public let keywords: String
  /// The kind of the item in one word, such as `coin`.
  public let kind: String
  /// The link to the item's page.
  public let link: String

  /// Creates an item.
  public init(title: String, keywords: String, kind: String, link: String) {
    self.title = title
    self.keywords = keywords
    self.kind = kind
    self.link = link
  }
}

/// The items of a feature that a search of the whole program finds.
///
/// The items are those that are loaded; asking for them sends no request.
@MainActor
public protocol SearchableItems: AnyObject {
  /// A number that changes with the items.
  var revision: Int { get }

  /// The items, in the order of their importance.
  var searchableItems: [SearchableItem] { get }
}
