/// A theme that comes with the program.
public enum BuiltInTheme: String, Hashable, Sendable, CaseIterable {
  case dark
  case light
  /// White on black, with a contrast ratio of at least 7.
  case highContrast = "high-contrast"
  /// Blue for gains and orange for losses.
  case colorBlind = "color-blind"
  /// The darkest Catppuccin palette.
  case catppuccinMocha = "catppuccin-mocha"
  /// The light Catppuccin palette.
  case catppuccinLatte = "catppuccin-latte"
  /// The dark Gruvbox palette.
  case gruvboxDark = "gruvbox-dark"
  /// The Nord palette.
  case nord

  /// A one-line description, for example for shell completions.
  public var summary: String {
    switch self {
    case .dark: "For dark backgrounds"
    case .light: "For light backgrounds"
    case .highContrast: "White on black, highest contrast"
    case .colorBlind: "Blue for gain, orange for loss"
    case .catppuccinMocha: "Pastel colors on dark blue"
    case .catppuccinLatte: "Strong colors on pale gray"
    case .gruvboxDark: "Warm colors on dark brown"
    case .nord: "Arctic colors on blue-gray"
    }
  }

  /// The theme's colors, text styles and spacing.
  public var theme: Theme {
    switch self {
    case .dark: .dark
    case .light: .light
    case .highContrast: Self.highContrastTheme
    case .colorBlind: Self.colorBlindTheme
    case .catppuccinMocha: Self.mochaTheme
    case .catppuccinLatte: Self.latteTheme
    case .gruvboxDark: Self.gruvboxTheme
    case .nord: Self.nordTheme
    }
  }

  private static let highContrastTheme = Theme(
    palette: .highContrast,
    sixteenColors: .highContrastInSixteenColors
  )
  private static let colorBlindTheme = Theme(palette: .colorBlind, sixteenColors: .colorBlindInSixteenColors)
  private static let mochaTheme = Theme(palette: .catppuccinMocha)
  private static let latteTheme = Theme(palette: .catppuccinLatte)
  private static let gruvboxTheme = Theme(palette: .gruvboxDark)
  private static let nordTheme = Theme(palette: .nord)
}
