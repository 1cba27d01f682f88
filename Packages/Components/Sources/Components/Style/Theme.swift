/// Everything that decides how a program looks: colours, text styles, distances.
public struct Theme: Hashable, Sendable {
  /// The colours.
  public var palette: Palette
  /// The text styles.
  public var typography: Typography
  /// The distances.
  public var spacing: Spacing

  /// Creates a theme; the text styles are derived from the palette unless given.
  public init(palette: Palette, typography: Typography? = nil, spacing: Spacing = .standard) {
    self.palette = palette
    self.typography = typography ?? Typography(palette: palette)
    self.spacing = spacing
  }

  /// For dark backgrounds.
  public static let dark = Theme(palette: .dark)

  /// For light backgrounds.
  public static let light = Theme(palette: .light)

  /// The theme for a background.
  public static func standard(for appearance: Appearance) -> Theme {
    switch appearance {
    case .dark: .dark
    case .light: .light
    }
  }

  /// The gradient from ``Palette/accent`` to ``Palette/accentEnd``.
  public var accentGradient: Gradient {
    Gradient(palette.accent.components, palette.accentEnd.components)
  }
}
