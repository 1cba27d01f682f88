/// The look of a program: colors, text styles, distances.
public struct Theme: Hashable, Sendable {
  /// The colors.
  public var palette: Palette
  /// The text styles.
  public var typography: Typography
  /// The distances.
  public var spacing: Spacing
  /// The colors for terminals with sixteen colors.
  public var sixteenColors: Palette

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - palette: The colors.
  ///   - sixteenColors: The colors for terminals with sixteen colors; by default those for the palette's appearance.
  ///   - typography: The text styles; by default derived from the palette.
  ///   - spacing: The distances.
  public init(
    palette: Palette,
    sixteenColors: Palette? = nil,
    typography: Typography? = nil,
    spacing: Spacing = .standard
  ) {
    self.palette = palette
    self.sixteenColors =
      sixteenColors ?? .sixteenColors(for: palette.appearance, paintsBackground: palette.background != nil)
    self.typography = typography ?? Typography(palette: palette)
    self.spacing = spacing
  }

  /// The theme for dark backgrounds.
  public static let dark = Theme(palette: .dark)

  /// The theme for light backgrounds.
  public static let light = Theme(palette: .light)

  /// The theme for a background.
  public static func standard(for appearance: Appearance) -> Theme {
    switch appearance {
    case .dark: .dark
    case .light: .light
    }
  }

  /// Returns the theme in colors that a terminal can show, chosen so that text stays legible.
  ///
  /// Text styles that don't follow from the palette are kept.
  public func adapted(to depth: ColorDepth) -> Theme {
    let adapted: Palette
    switch depth {
    case .none, .trueColor: return self
    case .twoFiftySix: adapted = palette.adaptedToTwoFiftySix
    case .sixteen: adapted = sixteenColors
    }
    guard adapted != palette else { return self }
    var theme = self
    if typography == Typography(palette: palette) { theme.typography = Typography(palette: adapted) }
    theme.palette = adapted
    return theme
  }

  /// The gradient from ``Palette/accent`` to ``Palette/accentEnd``.
  public var accentGradient: Gradient {
    Gradient(palette.accent.components, palette.accentEnd.components)
  }
}

/// Whether the terminal's background is dark or light.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  /// Light text on a dark background.
  case dark
  /// Dark text on a light background.
  case light

  /// What the environment says, dark where it says nothing.
  ///
  /// `COLORFGBG` is `foreground;background` in indices of the sixteen colours, set by rxvt, Konsole and others;
  /// white and the bright colours except the dark grey count as light.
  public static func detected(environment: [String: String]) -> Appearance {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let background = Int(last) else {
      return .dark
    }
    return background == 7 || (9...15).contains(background) ? .light : .dark
  }
}

/// The distances of a theme, in cells.
public struct Spacing: Hashable, Sendable {
  /// Between things that belong together.
  public var small: Int
  /// Between the columns of a table, around the content of a frame.
  public var medium: Int
  /// Between groups.
  public var large: Int

  /// Creates a set of distances; negative ones count as 0.
  public init(small: Int, medium: Int, large: Int) {
    self.small = max(small, 0)
    self.medium = max(medium, 0)
    self.large = max(large, 0)
  }

  /// One, two and four cells.
  public static let standard = Spacing(small: 1, medium: 2, large: 4)
}

/// The text styles of a theme, named by what they are for.
public struct Typography: Hashable, Sendable {
  /// The name of a screen or of a whole output.
  public var title: TextStyle
  /// The heading of a section or of a table's column.
  public var heading: TextStyle
  /// Ordinary text.
  public var body: TextStyle
  /// Text of less weight below or beside other text.
  public var caption: TextStyle
  /// The title of a described text.
  public var label: TextStyle
  /// What matters within ordinary text.
  public var emphasis: TextStyle
  /// Names of commands, files and values.
  public var code: TextStyle
  /// Text that leads somewhere.
  public var link: TextStyle
  /// A key in a key hint.
  public var key: TextStyle
  /// Good news, a rising price.
  public var positive: TextStyle
  /// A falling price.
  public var negative: TextStyle
  /// What needs attention.
  public var warning: TextStyle
  /// What went wrong.
  public var error: TextStyle

  /// Derives the styles from a palette.
  ///
  /// Each meaning has an attribute or words beside its colour, never colour alone.
  public init(palette: Palette) {
    title = .bold.foreground(palette.accent)
    heading = .bold
    body = TextStyle(foreground: palette.text)
    caption = .foreground(palette.secondaryText)
    label = .foreground(palette.secondaryText)
    emphasis = .bold
    code = .foreground(palette.information)
    link = .underline.foreground(palette.accent)
    key = .bold.foreground(palette.accent)
    positive = .foreground(palette.positive)
    negative = .foreground(palette.negative)
    warning = .foreground(palette.warning)
    error = .bold.foreground(palette.negative)
  }
}
