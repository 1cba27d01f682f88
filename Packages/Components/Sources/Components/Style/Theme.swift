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

/// The colours of a theme, named by what they are for.
public struct Palette: Hashable, Sendable {
  /// What stands out: the selected tab, the main button, a title.
  public var accent: Color
  /// The other end of gradients that start with ``accent``.
  public var accentEnd: Color
  /// Text on ``accent``.
  public var onAccent: Color
  /// Ordinary text; nil for the terminal's own.
  public var text: Color?
  /// Text of less weight: captions, labels, hints.
  public var secondaryText: Color
  /// Lines and frames.
  public var border: Color
  /// Behind raised areas: dialogs, fields, bars.
  public var surface: Color
  /// Behind the selected row.
  public var selection: Color
  /// Text in the selected row.
  public var onSelection: Color
  /// Success, a rising price.
  public var positive: Color
  /// Failure, a falling price.
  public var negative: Color
  /// What needs attention.
  public var warning: Color
  /// What is merely worth knowing.
  public var information: Color

  /// Creates a palette.
  public init(
    accent: Color,
    accentEnd: Color,
    onAccent: Color,
    text: Color?,
    secondaryText: Color,
    border: Color,
    surface: Color,
    selection: Color,
    onSelection: Color,
    positive: Color,
    negative: Color,
    warning: Color,
    information: Color
  ) {
    self.accent = accent
    self.accentEnd = accentEnd
    self.onAccent = onAccent
    self.text = text
    self.secondaryText = secondaryText
    self.border = border
    self.surface = surface
    self.selection = selection
    self.onSelection = onSelection
    self.positive = positive
    self.negative = negative
    self.warning = warning
    self.information = information
  }

  /// A surface above ``surface``, as that of a field in a dialog.
  var raisedSurface: Color {
    .rgb(Gradient(surface.components, secondaryText.components).color(at: 0.22))
  }

  /// For dark backgrounds.
  ///
  /// Every text colour has a contrast of at least 4.5 : 1 to black (WCAG 2.2, 1.4.3).
  public static let dark = Palette(
    accent: .hex(0x7AA2F7),
    accentEnd: .hex(0xC79BF2),
    onAccent: .hex(0x10131C),
    text: nil,
    secondaryText: .hex(0x9AA3B8),
    border: .hex(0x5B6478),
    surface: .hex(0x252A36),
    selection: .hex(0x2F4A7D),
    onSelection: .hex(0xFFFFFF),
    positive: .hex(0x6CCB7F),
    negative: .hex(0xF7768E),
    warning: .hex(0xE7B75F),
    information: .hex(0x6CC7DC)
  )

  /// For light backgrounds.
  ///
  /// Every text colour has a contrast of at least 4.5 : 1 to white (WCAG 2.2, 1.4.3).
  public static let light = Palette(
    accent: .hex(0x2456B8),
    accentEnd: .hex(0x8438A8),
    onAccent: .hex(0xFFFFFF),
    text: nil,
    secondaryText: .hex(0x5A6272),
    border: .hex(0x9AA1AF),
    surface: .hex(0xE9ECF2),
    selection: .hex(0xCBDAF8),
    onSelection: .hex(0x10131C),
    positive: .hex(0x1D7A35),
    negative: .hex(0xB8243F),
    warning: .hex(0x8A5A00),
    information: .hex(0x0F6C85)
  )
}
