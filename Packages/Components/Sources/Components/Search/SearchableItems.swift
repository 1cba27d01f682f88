/// An item that the program-wide search can find.
public struct SearchableItem: Sendable {
  /// The displayed name.
  public let title: String
  /// Further words to match, such as a symbol or an e-mail address.
  public let keywords: String
  /// The item's kind in one word, such as `coin`.
  public let kind: String
  /// The link to the item's screen.
  public let link: String

  /// Creates an item.
  public init(title: String, keywords: String, kind: String, link: String) {
    self.title = title
    self.keywords = keywords
    self.kind = kind
    self.link = link
  }
}

/// A feature's items for the program-wide search.
///
/// Only loaded items are included. Reading them sends no request.
@MainActor
public protocol SearchableItems: AnyObject {
  /// A number that changes whenever the items change.
  var revision: Int { get }

  /// The items, in descending order of importance.
  var searchableItems: SearchableItemList { get }
}

/// A snapshot of a feature's items, which creates each item on demand.
///
/// Creating a list takes constant time. 100,000 items therefore don't delay a key press, and another thread can build
/// an index of them.
public struct SearchableItemList: RandomAccessCollection, Sendable {
  /// The position of the first item.
  public let startIndex = 0
  /// The number of items.
  public let endIndex: Int
  private let makeItem: @Sendable (Int) -> SearchableItem

  /// Creates a list of items from elements.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - makeItem: Returns the item for an element. Called on any thread.
  public init<Element: Sendable>(_ elements: [Element], makeItem: @escaping @Sendable (Element) -> SearchableItem) {
    endIndex = elements.count
    self.makeItem = { makeItem(elements[$0]) }
  }

  /// The item at a position, created on each access.
  public subscript(position: Int) -> SearchableItem { makeItem(position) }
}
