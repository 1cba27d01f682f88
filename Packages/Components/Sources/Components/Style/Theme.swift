/// A program's visual style: colors, text styles and spacing.
public struct Theme: Hashable, Sendable {
  /// The colors for terminals with at least 256 colors.
  public var palette: Palette
  /// The text styles, by purpose.
  public var typography: Typography
  /// The distances between elements, in cells.
  public var spacing: Spacing
  /// The colors for terminals with 16 colors.
  public var sixteenColors: Palette

  /// Creates a theme, deriving the 16 colors and the text styles from the palette unless they are given.
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

  /// The theme for an unknown background, with text that is legible on both black and white, except with 16 colors.
  public static let neutral = Theme(palette: .neutral)

  /// Returns the standard theme for an appearance.
  public static func standard(for appearance: Appearance) -> Theme {
    switch appearance {
    case .dark: .dark
    case .light: .light
    }
  }

  /// Returns the theme in colors that an output supports, keeping text legible and custom text styles unchanged.
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

  /// Returns the theme for a terminal with an appearance.
  ///
  /// A theme that leaves background and text to the terminal gets its own black and white if the terminal's appearance
  /// is the opposite. Otherwise, the terminal's light text would be on light surfaces, for example in menus.
  package func legible(on appearance: Appearance) -> Theme {
    guard palette.background == nil, palette.appearance != appearance else { return self }
    var theme = self
    theme.palette.background = palette.ground
    theme.palette.text = palette.text ?? palette.ground.ink
    theme.sixteenColors.background = sixteenColors.background ?? sixteenColors.surface
    theme.sixteenColors.text = sixteenColors.text ?? (palette.appearance == .dark ? .white : .black)
    if typography == Typography(palette: palette) { theme.typography = Typography(palette: theme.palette) }
    return theme
  }

  /// The gradient from ``Palette/accent`` to ``Palette/accentEnd``.
  public var accentGradient: Gradient {
    Gradient(palette.accent.components, palette.accentEnd.components)
  }
}

/// The brightness of the terminal's background.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  /// Light text on a dark background.
  case dark
  /// Dark text on a light background.
  case light

  /// Returns the appearance indicated by the environment, or dark if it is unknown.
  public static func detected(environment: [String: String]) -> Appearance { known(from: environment) ?? .dark }

  /// Returns the appearance indicated by the environment, or `nil` if it is unknown.
  ///
  /// `COLORFGBG` contains `foreground;background` as indices into the 16 colors. Terminals such as rxvt and Konsole
  /// set it. White and all bright colors except dark gray count as light.
  public static func known(from environment: [String: String]) -> Appearance? {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let background = Int(last) else {
      return nil
    }
    return background == 7 || (9...15).contains(background) ? .light : .dark
  }
}

/// A theme's spacing, in cells.
public struct Spacing: Hashable, Sendable {
  /// The distance between related elements.
  public var small: Int
  /// The distance between table columns, and the margin around a frame's content.
  public var medium: Int
  /// The distance between groups.
  public var large: Int

  /// Creates a set of distances, with negative distances counting as 0.
  public init(small: Int, medium: Int, large: Int) {
    self.small = max(small, 0)
    self.medium = max(medium, 0)
    self.large = max(large, 0)
  }

  /// Distances of one, two and four cells.
  public static let standard = Spacing(small: 1, medium: 2, large: 4)
}

/// A theme's text styles, by purpose.
public struct Typography: Hashable, Sendable {
  /// The style of titles, such as a report's name.
  public var title: TextStyle
  /// The style of section headings and table column headings.
  public var heading: TextStyle
  /// The style of ordinary text.
  public var body: TextStyle
  /// The style of secondary text.
  public var caption: TextStyle
  /// The style of titles beside values.
  public var label: TextStyle
  /// The style of emphasized text.
  public var emphasis: TextStyle
  /// The style of command names, file names and values.
  public var code: TextStyle
  /// The style of links.
  public var link: TextStyle
  /// The style of keys in hints.
  public var key: TextStyle
  /// The style of success and rising prices.
  public var positive: TextStyle
  /// The style of falling prices.
  public var negative: TextStyle
  /// The style of warnings.
  public var warning: TextStyle
  /// The style of errors.
  public var error: TextStyle

  /// Creates text styles from a palette, without ever expressing meaning by color alone.
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
