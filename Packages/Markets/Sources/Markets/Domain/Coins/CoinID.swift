/// The name under which a source knows a coin, such as `bitcoin`; it differs between sources.
public struct CoinID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The most characters of a name.
  public static let maximumLength = 128

  /// The name as the source writes it.
  public let description: String

  /// Makes a name; `nil` for a text that is empty, too long, or has blanks or controls in it.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
    // ASCII is the rule, and telling it is much faster than asking for properties.
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPlain || text.unicodeScalars.allSatisfy(Self.isVisible) else { return nil }
    description = text
  }

  /// Orders by the name.
  public static func < (left: CoinID, right: CoinID) -> Bool { left.description < right.description }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
    default: true
    }
  }
}
