/// What is held down while a key or a mouse button is pressed.
///
/// The bits are those that terminals add to 1 in their reports (xterm control sequences, "Modifiers").
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift; not said of characters, which come as they are typed.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, also called option or meta.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)
  /// The key with the system's sign, which few terminals report.
  public static let `super` = KeyModifiers(rawValue: 8)
}
