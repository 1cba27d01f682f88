/// One of the sixteen colours that every colour terminal names, in the order of their palette index.
///
/// What such a colour looks like is the user's choice: terminals let it be configured, which is why a program
/// that wants to fit in prefers these to exact colours. Source: ECMA-48 § 8.3.117 (the first eight), and the
/// `aixterm` extension for the bright ones, which all terminals have.
public enum ANSIColor: UInt8, Hashable, Sendable, CaseIterable {
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite

  /// Whether this is one of the eight bright colours.
  public var isBright: Bool { rawValue >= 8 }

  /// The colour that `xterm` shows for this name unless it was configured otherwise.
  ///
  /// Source: `XTerm-col.ad` of xterm, the values that other terminals vary.
  public var defaultComponents: RGB {
    switch self {
    case .black: RGB(red: 0, green: 0, blue: 0)
    case .red: RGB(red: 205, green: 0, blue: 0)
    case .green: RGB(red: 0, green: 205, blue: 0)
    case .yellow: RGB(red: 205, green: 205, blue: 0)
    case .blue: RGB(red: 0, green: 0, blue: 238)
    case .magenta: RGB(red: 205, green: 0, blue: 205)
    case .cyan: RGB(red: 0, green: 205, blue: 205)
    case .white: RGB(red: 229, green: 229, blue: 229)
    case .brightBlack: RGB(red: 127, green: 127, blue: 127)
    case .brightRed: RGB(red: 255, green: 0, blue: 0)
    case .brightGreen: RGB(red: 0, green: 255, blue: 0)
    case .brightYellow: RGB(red: 255, green: 255, blue: 0)
    case .brightBlue: RGB(red: 92, green: 92, blue: 255)
    case .brightMagenta: RGB(red: 255, green: 0, blue: 255)
    case .brightCyan: RGB(red: 0, green: 255, blue: 255)
    case .brightWhite: RGB(red: 255, green: 255, blue: 255)
    }
  }
}
