extension Palette {
  /// The palette for dark backgrounds.
  public static let dark = Palette(
    appearance: .dark,
    background: nil,
    accent: .hex(0x7AA2F7),
    accentEnd: .hex(0xC79BF2),
    onAccent: .hex(0x10131C),
    text: nil,
    secondaryText: .hex(0x9AA3B8),
    border: .hex(0x5B6478),
    surface: .hex(0x252A36),
    selection: .hex(0x22355C),
    onSelection: .hex(0xFFFFFF),
    positive: .hex(0x6CCB7F),
    negative: .hex(0xF7768E),
    warning: .hex(0xE7B75F),
    information: .hex(0x6CC7DC)
  )

  /// The palette for light backgrounds.
  public static let light = Palette(
    appearance: .light,
    background: nil,
    accent: .hex(0x2456B8),
    accentEnd: .hex(0x8438A8),
    onAccent: .hex(0xFFFFFF),
    text: nil,
    secondaryText: .hex(0x566070),
    border: .hex(0x9AA1AF),
    surface: .hex(0xE9ECF2),
    selection: .hex(0xD9E4FB),
    onSelection: .hex(0x10131C),
    positive: .hex(0x18702F),
    negative: .hex(0xB8243F),
    warning: .hex(0x845600),
    information: .hex(0x0E677F)
  )

  /// The palette for an unknown background, with a text contrast of at least 4.5 on both black and white.
  static let neutral = Palette(
    appearance: .dark,
    background: nil,
    accent: .hex(0x2E72DC),
    accentEnd: .hex(0xA04FD6),
    onAccent: .hex(0xFFFFFF),
    text: nil,
    secondaryText: .hex(0x767676),
    border: .hex(0x767676),
    surface: .hex(0x000000),
    selection: .hex(0x2E72DC),
    onSelection: .hex(0xFFFFFF),
    positive: .hex(0x0D872C),
    negative: .hex(0xE0283C),
    warning: .hex(0xA96500),
    information: .hex(0x008097)
  )

  /// White on black, with borders instead of raised areas, and a text contrast of at least 7 (WCAG 2.1, 1.4.6).
  static let highContrast = Palette(
    appearance: .dark,
    background: .hex(0x000000),
    accent: .hex(0xFFFF00),
    accentEnd: .hex(0xFFD75F),
    onAccent: .hex(0x000000),
    text: .hex(0xFFFFFF),
    secondaryText: .hex(0xD0D0D0),
    border: .hex(0xFFFFFF),
    surface: .hex(0x000000),
    selection: .hex(0xFFFFFF),
    onSelection: .hex(0x000000),
    positive: .hex(0x5FFF5F),
    negative: .hex(0xFF8787),
    warning: .hex(0xFFD75F),
    information: .hex(0x5FFFFF)
  )

  /// Blue for gains and orange for losses, which people with any common kind of color blindness can distinguish.
  ///
  /// Source: M. Okabe and K. Ito, "Color Universal Design", 2008. The bluish green is lighter than in the source,
  /// for better contrast.
  static let colorBlind = Palette(
    appearance: .dark,
    background: .hex(0x121212),
    accent: .hex(0xCC79A7),
    accentEnd: .hex(0xF0E442),
    onAccent: .hex(0x121212),
    text: .hex(0xE4E4E4),
    secondaryText: .hex(0xA8A8A8),
    border: .hex(0x6C6C6C),
    surface: .hex(0x262626),
    selection: .hex(0x303030),
    onSelection: .hex(0xFFFFFF),
    positive: .hex(0x56B4E9),
    negative: .hex(0xE69F00),
    warning: .hex(0xF0E442),
    information: .hex(0x00AF80)
  )

  /// Catppuccin Mocha (https://catppuccin.com/palette, MIT license).
  static let catppuccinMocha = Palette(
    appearance: .dark,
    background: .hex(0x1E1E2E),  // base
    accent: .hex(0x89B4FA),  // blue
    accentEnd: .hex(0xCBA6F7),  // mauve
    onAccent: .hex(0x11111B),  // crust
    text: .hex(0xCDD6F4),  // text
    secondaryText: .hex(0xA6ADC8),  // subtext 0
    border: .hex(0x585B70),  // surface 2
    surface: .hex(0x313244),  // surface 0
    selection: .hex(0x45475A),  // surface 1
    onSelection: .hex(0xCDD6F4),
    positive: .hex(0xA6E3A1),  // green
    negative: .hex(0xF38BA8),  // red
    warning: .hex(0xF9E2AF),  // yellow
    information: .hex(0x89DCEB)  // sky
  )

  /// Catppuccin Latte (https://catppuccin.com/palette, MIT license).
  ///
  /// Its green, yellow, blue and sky have contrasts of only 2.3 to 4.3 with its base. Gains and notes therefore use
  /// text colors. Focus and warnings are mauve, which is legible. Raised areas have borders.
  static let catppuccinLatte = Palette(
    appearance: .light,
    background: .hex(0xEFF1F5),  // base
    accent: .hex(0x8839EF),  // mauve
    accentEnd: .hex(0xD20F39),  // red
    onAccent: .hex(0xEFF1F5),  // base
    text: .hex(0x4C4F69),  // text
    secondaryText: .hex(0x5C5F77),  // subtext 1
    border: .hex(0xACB0BE),  // surface 2
    surface: .hex(0xEFF1F5),  // base
    selection: .hex(0xCCD0DA),  // surface 0
    onSelection: .hex(0x4C4F69),  // text
    positive: .hex(0x4C4F69),  // text
    negative: .hex(0xD20F39),  // red
    warning: .hex(0x8839EF),  // mauve
    information: .hex(0x5C5F77)  // subtext 1
  )

  /// Gruvbox dark (https://github.com/morhetz/gruvbox, `colors/gruvbox.vim`, MIT license).
  ///
  /// Its bright red has a contrast of 4.3 with its background, so losses are bright orange.
  static let gruvboxDark = Palette(
    appearance: .dark,
    background: .hex(0x282828),  // dark0
    accent: .hex(0x83A598),  // bright_blue
    accentEnd: .hex(0xD3869B),  // bright_purple
    onAccent: .hex(0x1D2021),  // dark0_hard
    text: .hex(0xEBDBB2),  // light1
    secondaryText: .hex(0xA89984),  // light4
    border: .hex(0x665C54),  // dark3
    surface: .hex(0x32302F),  // dark0_soft
    selection: .hex(0x3C3836),  // dark1
    onSelection: .hex(0xFBF1C7),  // light0
    positive: .hex(0xB8BB26),  // bright_green
    negative: .hex(0xFE8019),  // bright_orange
    warning: .hex(0xFABD2F),  // bright_yellow
    information: .hex(0x8EC07C)  // bright_aqua
  )

  /// Nord (https://www.nordtheme.com/docs/colors-and-palettes, MIT license).
  ///
  /// Its red (nord11, contrast 3.1), orange (nord12, 4.4) and comment color (nord3, 1.7) are too dark for text on
  /// nord0. Losses are therefore nord13, and secondary text is nord4.
  static let nord = Palette(
    appearance: .dark,
    background: .hex(0x2E3440),  // nord0
    accent: .hex(0x88C0D0),  // nord8
    accentEnd: .hex(0x8FBCBB),  // nord7
    onAccent: .hex(0x2E3440),  // nord0
    text: .hex(0xECEFF4),  // nord6
    secondaryText: .hex(0xD8DEE9),  // nord4
    border: .hex(0x4C566A),  // nord3
    surface: .hex(0x3B4252),  // nord1
    selection: .hex(0x434C5E),  // nord2
    onSelection: .hex(0xECEFF4),  // nord6
    positive: .hex(0xA3BE8C),  // nord14
    negative: .hex(0xEBCB8B),  // nord13
    warning: .hex(0xEBCB8B),  // nord13
    information: .hex(0x8FBCBB)  // nord7
  )
}

// The 16 named colors. In xterm or VGA text mode, red, blue and magenta are too dark for text on black, and green,
// yellow, cyan and the grays are too light for text on white.
extension Palette {
  static func sixteenColors(for appearance: Appearance, paintsBackground: Bool) -> Palette {
    var palette = appearance == .dark ? sixteenDark : sixteenLight
    guard paintsBackground else { return palette }
    palette.background = palette.surface
    palette.text = appearance == .dark ? .white : .black
    return palette
  }

  private static let sixteenDark = Palette(
    appearance: .dark,
    background: nil,
    accent: .ansi(.brightCyan),
    accentEnd: .ansi(.brightCyan),
    onAccent: .black,
    text: nil,
    secondaryText: .white,
    border: .ansi(.brightBlack),
    surface: .black,
    selection: .blue,
    onSelection: .ansi(.brightWhite),
    positive: .ansi(.brightGreen),
    negative: .ansi(.brightRed),
    warning: .ansi(.brightYellow),
    information: .cyan
  )

  private static let sixteenLight = Palette(
    appearance: .light,
    background: nil,
    accent: .blue,
    accentEnd: .blue,
    onAccent: .ansi(.brightWhite),
    text: nil,
    secondaryText: .black,
    border: .ansi(.brightBlack),
    surface: .ansi(.brightWhite),
    selection: .blue,
    onSelection: .ansi(.brightWhite),
    positive: .blue,
    negative: .red,
    warning: .magenta,
    information: .blue
  )

  static let highContrastInSixteenColors: Palette = {
    var palette = sixteenColors(for: .dark, paintsBackground: true)
    palette.text = .ansi(.brightWhite)
    palette.secondaryText = .ansi(.brightWhite)
    palette.accent = .ansi(.brightYellow)
    palette.accentEnd = .ansi(.brightYellow)
    palette.border = .ansi(.brightWhite)
    palette.selection = .ansi(.brightWhite)
    palette.onSelection = .black
    palette.information = .ansi(.brightCyan)
    return palette
  }()

  /// Bright cyan for gains, because bright blue is too dark for text, and bright yellow for losses.
  static let colorBlindInSixteenColors: Palette = {
    var palette = sixteenColors(for: .dark, paintsBackground: true)
    palette.accent = .ansi(.brightMagenta)
    palette.accentEnd = .ansi(.brightMagenta)
    palette.positive = .ansi(.brightCyan)
    palette.negative = .ansi(.brightYellow)
    palette.warning = .ansi(.brightWhite)
    palette.information = .white
    return palette
  }()
}
