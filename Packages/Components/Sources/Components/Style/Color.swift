/// A text or background color, as specified by the theme or widget author.
///
/// ``ColorDepth`` and `downgraded(to:)` determine the displayed color during encoding. An optional color of `nil` means
/// the terminal's default color.
public enum Color: Hashable, Sendable {
  /// One of the 16 colors of the user's terminal scheme.
  case ansi(ANSIColor)
  /// An entry in the 256-color palette: 0–15 as in ``ansi(_:)``, 16–231 for a 6 × 6 × 6 cube, 232–255 for grays.
  case palette(UInt8)
  /// An exact color in sRGB.
  case rgb(RGB)

  /// Returns an exact color with components from 0 to 255.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    .rgb(RGB(red: red, green: green, blue: blue))
  }

  /// Returns an exact color from a hexadecimal number, `0xRRGGBB`.
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
  /// The terminal's white, often a light gray.
  public static let white = Color.ansi(.white)

  /// The components, with xterm's defaults for the 16 named colors and exact values for all other colors.
  public var components: RGB {
    switch self {
    case .ansi(let color): color.defaultComponents
    case .palette(let index): Self.paletteComponents(index)
    case .rgb(let components): components
    }
  }

  /// Returns the component for a step (0–5) in the 256-color cube (xterm's `256colres.pl`).
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

/// One of the 16 named colors that every color terminal has, in the order of their palette indices.
///
/// Users choose how these colors look in their terminal, so these colors suit a program that should match the terminal.
/// Source: ECMA-48 § 8.3.117 for the first eight, and the widely supported `aixterm` extension for the bright ones.
public enum ANSIColor: UInt8, Hashable, Sendable, CaseIterable {
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite

  var isBright: Bool { rawValue >= 8 }

  /// The default color in xterm (`XTerm-col.ad`), which is the model for other terminals.
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

/// The red, green and blue components of an sRGB color, from 0 to 255.
public struct RGB: Hashable, Sendable {
  /// The red component.
  public var red: UInt8
  /// The green component.
  public var green: UInt8
  /// The blue component.
  public var blue: UInt8

  /// Creates a color from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from a hexadecimal number, `0xRRGGBB`, ignoring higher bits.
  public init(hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16),
      green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex)
    )
  }

  /// Returns the squared distance by the integer "redmean" formula, which approximates the perceived difference.
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
