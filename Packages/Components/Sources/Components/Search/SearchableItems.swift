/// An item that the program-wide search can find.
public struct SearchableItem: Sendable {
  /// The displayed name.
  public let title: String
  /// Additional words to match, such as a symbol or an e-mail address.
  public let keywords: String
  /// A one-word name for the kind of item, such as `coin`.
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

/// A feature's already loaded items, which the program-wide search can read without sending requests.
@MainActor
public protocol SearchableItems: AnyObject {
  /// An observable number that changes whenever the items change.
  var revision: Int { get }

  /// Starts loading the items, unless they have been loaded before; called when a search opens.
  func loadForSearch()

  /// The items, in descending order of importance.
  var searchableItems: SearchableItemList { get }
}

extension SearchableItems {
  /// Does nothing.
  public func loadForSearch() {}
}

/// A snapshot of a feature's items that creates each item on demand.
///
/// Creating a list takes constant time, so 100,000 items don't delay a key press, and another thread can index them.
public struct SearchableItemList: RandomAccessCollection, Sendable {
  /// The position of the first item.
  public let startIndex = 0
  /// The number of items.
  public let endIndex: Int
  private let makeItem: @Sendable (Int) -> SearchableItem

  /// Creates a list from elements, whose items are created on demand and possibly on other threads.
  public init<Element: Sendable>(_ elements: [Element], makeItem: @escaping @Sendable (Element) -> SearchableItem) {
    endIndex = elements.count
    self.makeItem = { makeItem(elements[$0]) }
  }

  /// Returns the item at a position, creating it on each access.
  public subscript(position: Int) -> SearchableItem { makeItem(position) }
}
