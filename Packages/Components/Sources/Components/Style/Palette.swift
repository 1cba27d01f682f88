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
