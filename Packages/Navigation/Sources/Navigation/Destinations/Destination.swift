/// A place in the program that can be navigated to: the value is the payload, its type says which place it is.
///
/// ```swift
/// struct BookPage: Destination {
///   static let id: DestinationID = "library.book"
///   var title: String
/// }
///
/// queue.send(.push(BookPage(title: "emma")))
/// ```
///
/// The payload travels through restoration files, command logs and links, so it holds identifiers, not loaded data.
public protocol Destination: Codable, Equatable, Sendable {
  /// What the screen hands back to whoever opened it; `Never` for a screen that hands nothing back.
  associatedtype Answer: Sendable = Never

  /// The name of the place, unique within the program.
  static var id: DestinationID { get }

  /// Whether an entry of this kind may be written to a restoration document.
  ///
  /// `false` for screens that make no sense after a restart; what lies above such an entry isn't restored either.
  static var isRestorable: Bool { get }

  /// Whether two payloads mean the same place, so that ``PushPolicy/single`` and ``PushPolicy/bringBack`` reuse it.
  ///
  /// By default one place per ``id``. A destination whose payload names an item compares that item, so that
  /// another item is another place.
  func isSamePlace(as other: Self) -> Bool
}

extension Destination {
  /// By default entries can be restored.
  public static var isRestorable: Bool { true }

  /// By default all payloads of one destination mean the same place.
  public func isSamePlace(as other: Self) -> Bool { true }
}
