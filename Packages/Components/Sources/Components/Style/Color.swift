/// A colour of text or of what is behind it, as exact as the author wants it to be.
///
/// How much of it a terminal can show is decided when the text is encoded: see ``ColorDepth`` and
/// ``downgraded(to:)``. "No colour", that is the terminal's own, is the absence of a value.
public enum Color: Hashable, Sendable {
  /// One of the sixteen colours that the user's terminal scheme defines.
  case ansi(ANSIColor)
  /// An entry of the 256-colour palette: 0–15 as ``ansi(_:)``, 16–231 a 6 × 6 × 6 cube, 232–255 greys.
  case palette(UInt8)
  /// An exact colour in sRGB.
  case rgb(RGB)

  /// An exact colour from its parts, 0 to 255 each.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    .rgb(RGB(red: red, green: green, blue: blue))
  }

  /// An exact colour from a number as it is written in hexadecimal, `0xRRGGBB`.
  public static func hex(_ value: UInt32) -> Color { .rgb(RGB(hex: value)) }

  /// The terminal's black.
  public static let black = Color.ansi(.black)
  /// The terminal's red.
  public static let red = Color.ansi(.red)
  /// The terminal's green.
  public static let green = Color.ansi(.green)
  /// The terminal's yellow.
  public static let yellow = Color.ansi(.yellow)
  /// The terminal's blue.
  public static let blue = Color.ansi(.blue)
  /// The terminal's magenta.
  public static let magenta = Color.ansi(.magenta)
  /// The terminal's cyan.
  public static let cyan = Color.ansi(.cyan)
  /// The terminal's white, often a light grey.
  public static let white = Color.ansi(.white)
  /// The terminal's bright black, a dark grey.
  public static let brightBlack = Color.ansi(.brightBlack)
  /// The terminal's bright red.
  public static let brightRed = Color.ansi(.brightRed)
  /// The terminal's bright green.
  public static let brightGreen = Color.ansi(.brightGreen)
  /// The terminal's bright yellow.
  public static let brightYellow = Color.ansi(.brightYellow)
  /// The terminal's bright blue.
  public static let brightBlue = Color.ansi(.brightBlue)
  /// The terminal's bright magenta.
  public static let brightMagenta = Color.ansi(.brightMagenta)
  /// The terminal's bright cyan.
  public static let brightCyan = Color.ansi(.brightCyan)
  /// The terminal's bright white.
  public static let brightWhite = Color.ansi(.brightWhite)

  /// The colour's parts: exact for ``rgb(_:)`` and palette entries from 16, xterm's defaults for the sixteen.
  public var components: RGB {
    switch self {
    case .ansi(let color): color.defaultComponents
    case .palette(let index): Self.paletteComponents(index)
    case .rgb(let components): components
    }
  }

  /// The level of a part at a step (0–5) of the 256-colour palette's cube (xterm's `256colres.pl`).
  static func cubeLevel(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }

  private static func paletteComponents(_ index: UInt8) -> RGB {
    if let named = ANSIColor(rawValue: index) { return named.defaultComponents }
    if index >= 232 {
      let level = 8 + 10 * (index - 232)
      return RGB(red: level, green: level, blue: level)
    }
    let position = Int(index) - 16
    return RGB(
      red: UInt8(cubeLevel(position / 36)),
      green: UInt8(cubeLevel(position / 6 % 6)),
      blue: UInt8(cubeLevel(position % 6))
    )
  }
}
