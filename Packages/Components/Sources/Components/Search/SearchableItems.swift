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
  var searchableItems: SearchableItemList { get }
}

/// The items of a feature at one time, each of which is created when it is needed.
///
/// Creating a list takes constant time, so that 100,000 items delay no key, and an index of them can be built on another thread.
public struct SearchableItemList: RandomAccessCollection, Sendable {
  /// The position of the first item.
  public let startIndex = 0
  /// The number of items.
  public let endIndex: Int
  private let makeItem: @Sendable (Int) -> SearchableItem

  /// Creates a list of elements.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - makeItem: Returns the item of an element, on any thread.
  public init<Element: Sendable>(_ elements: [Element], makeItem: @escaping @Sendable (Element) -> SearchableItem) {
    endIndex = elements.count
    self.makeItem = { makeItem(elements[$0]) }
  }

  /// The item of an element.
  public subscript(position: Int) -> SearchableItem { makeItem(position) }
}
