/// The name of a destination, unique within a program: `library.book`.
///
/// Written once, where the destination is defined; call sites use the destination's type instead.
/// It is also the key under which restoration and command logs keep an entry, so it should not change between versions.
public struct DestinationID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  /// The name as text.
  public let rawValue: String

  /// Makes a name from text; whether it is a valid one is checked when the destination is registered.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The most characters that a valid name has.
  public static let maximumLength = 64

  /// Whether the name is 1 to 64 of the ASCII letters and digits, `.`, `-`, `_` and `/`.
  public var isValid: Bool {
    let bytes = rawValue.utf8
    guard !bytes.isEmpty, bytes.count <= Self.maximumLength else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "/"):
        true
      default:
        false
      }
    }
  }

  /// Orders names by their text.
  public static func < (lhs: DestinationID, rhs: DestinationID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension DestinationID: ExpressibleByStringLiteral {
  /// Makes a name from a literal, for the definition of a destination.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension DestinationID: CustomStringConvertible {
  /// The name as text.
  public var description: String { rawValue }
}
