/// A kind of page or popup in the program.
///
/// The type identifies the place, and its values are payloads.
///
/// ```swift
/// struct BookPage: Destination {
///   static let id: DestinationID = "library.book"
///   var title: String
/// }
///
/// navigator.send(.push(BookPage(title: "emma")))
/// ```
///
/// Restoration documents and links contain the payload, so it should hold identifiers instead of loaded data.
public protocol Destination: Codable, Equatable, Sendable {
  /// The name of the destination, unique within the program.
  static var id: DestinationID { get }

  /// Whether restoration documents can include entries with this destination.
  ///
  /// An entry that isn't restorable is omitted, together with the entries above it.
  static var isRestorable: Bool { get }

  /// Returns whether two payloads represent the same place, which lets ``PushPolicy`` reuse an entry.
  ///
  /// By default, all payloads with the same ``id`` represent one place. If payloads identify items, compare the items
  /// instead.
  func isSamePlace(as other: Self) -> Bool
}

extension Destination {
  /// Returns `true`.
  public static var isRestorable: Bool { true }

  /// Returns `true`, which treats all payloads of a destination as the same place.
  public func isSamePlace(as other: Self) -> Bool { true }
}

/// A destination name, unique within a program, such as `library.book`.
///
/// Restoration documents contain the name, so it should stay the same in later versions.
public struct DestinationID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  /// The maximum length, in characters.
  public static let maximumLength = 64

  /// The name as text.
  public let rawValue: String

  /// Creates a name without checking its syntax.
  ///
  /// The registry checks the syntax.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Whether the name consists of 1 to 64 ASCII letters, digits, `.`, `-`, `_` and `/`.
  public var isValid: Bool {
    (1...Self.maximumLength).contains(rawValue.utf8.count)
      && rawValue.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (Character(scalar).isLetter || Character(scalar).isNumber || ".-_/".unicodeScalars.contains(scalar))
      }
  }

  /// Returns whether the first name sorts before the second.
  public static func < (lhs: DestinationID, rhs: DestinationID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension DestinationID: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a name from a literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The name as text.
  public var description: String { rawValue }
}

/// A type-erased destination with its payload, for commands and stacks.
public struct NavigationTarget: Sendable, Equatable, CustomStringConvertible {
  /// The name of the destination.
  public let id: DestinationID
  let payload: any Destination

  /// Creates a target for a destination.
  public init<D: Destination>(_ destination: D) {
    id = D.id
    payload = destination
  }

  /// Returns the payload, or `nil` if it has another type.
  public func value<D: Destination>(as type: D.Type = D.self) -> D? {
    payload as? D
  }

  /// Returns whether both targets represent the same place (``Destination/isSamePlace(as:)``).
  public func isSamePlace(as other: NavigationTarget) -> Bool {
    func isSame<D: Destination>(_ payload: D) -> Bool {
      (other.payload as? D).map(payload.isSamePlace) ?? false
    }
    return id == other.id && isSame(payload)
  }

  /// Returns whether both targets have the same type and equal payloads.
  public static func == (lhs: NavigationTarget, rhs: NavigationTarget) -> Bool {
    func isEqual<D: Destination>(_ payload: D) -> Bool {
      (rhs.payload as? D).map { payload == $0 } ?? false
    }
    return lhs.id == rhs.id && isEqual(lhs.payload)
  }

  /// The name of the destination, without the payload, which may be private.
  public var description: String { id.rawValue }
}
