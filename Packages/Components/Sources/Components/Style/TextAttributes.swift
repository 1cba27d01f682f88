/// What text can be besides coloured.
///
/// Source of the meanings: ECMA-48 § 8.3.117 (SGR).
public struct TextAttributes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Heavier, on some terminals brighter.
  public static let bold = TextAttributes(rawValue: 1 << 0)
  /// Fainter.
  public static let dim = TextAttributes(rawValue: 1 << 1)
  /// Slanted.
  public static let italic = TextAttributes(rawValue: 1 << 2)
  /// Underlined.
  public static let underline = TextAttributes(rawValue: 1 << 3)
  /// Blinking.
  public static let blink = TextAttributes(rawValue: 1 << 4)
  /// Foreground and background exchanged.
  public static let inverse = TextAttributes(rawValue: 1 << 5)
  /// Taking its place but not shown; never a place for secrets, since copying the text reveals it.
  public static let hidden = TextAttributes(rawValue: 1 << 6)
  /// Struck through.
  public static let strikethrough = TextAttributes(rawValue: 1 << 7)
}
