/// A colour of text or of what is behind it, as exact as the author wants it to be.
///
/// How much of it a terminal can show is decided when the text is encoded: see ``ColorDepth`` and
/// `downgraded(to:)`. "No colour", that is the terminal's own, is the absence of a value.
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

/// One of the sixteen colours that every colour terminal names, in the order of their palette index.
///
/// What such a colour looks like is the user's choice: terminals let it be configured, which is why a program
/// that wants to fit in prefers these to exact colours. Source: ECMA-48 § 8.3.117 (the first eight), and the
/// `aixterm` extension for the bright ones, which all terminals have.
public enum ANSIColor: UInt8, Hashable, Sendable, CaseIterable {
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite

  /// Whether this is one of the eight bright colours.
  var isBright: Bool { rawValue >= 8 }

  /// The colour that `xterm` shows for this name unless it was configured otherwise.
  ///
  /// Source: `XTerm-col.ad` of xterm, the values that other terminals vary.
  var defaultComponents: RGB {
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

/// The red, green and blue parts of a colour in sRGB, 0 to 255 each.
public struct RGB: Hashable, Sendable {
  /// The red part.
  public var red: UInt8
  /// The green part.
  public var green: UInt8
  /// The blue part.
  public var blue: UInt8

  /// Creates a colour from its parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from a number as it is written in hexadecimal, `0xRRGGBB`; higher bits are ignored.
  public init(hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16),
      green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex)
    )
  }

  /// A squared distance that follows the eye better than the plain one, in integer arithmetic.
  ///
  /// Weights red and blue by how red the two colours are on average (the "redmean" formula).
  func perceptualDistance(to other: RGB) -> Int {
    let meanRed = (Int(red) + Int(other.red)) / 2
    let deltaRed = Int(red) - Int(other.red)
    let deltaGreen = Int(green) - Int(other.green)
    let deltaBlue = Int(blue) - Int(other.blue)
    return (512 + meanRed) * deltaRed * deltaRed
      + 1024 * deltaGreen * deltaGreen
      + (767 - meanRed) * deltaBlue * deltaBlue
  }
}
