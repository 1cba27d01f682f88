/// A theme's colors, by purpose.
public struct Palette: Hashable, Sendable {
  /// Whether the palette is for dark or light backgrounds.
  public var appearance: Appearance
  /// The screen background, or `nil` for the terminal's own background.
  public var background: Color?
  /// The color for focus, such as the selected tab, the main button or a title.
  public var accent: Color
  /// The other end of gradients that start with ``accent``.
  public var accentEnd: Color
  /// The text color on ``accent`` and on semantic colors, such as ``warning``.
  public var onAccent: Color
  /// The color of ordinary text, or `nil` for the terminal's own text color.
  public var text: Color?
  /// The color of secondary text: captions, labels and hints.
  public var secondaryText: Color
  /// The color of lines and frames, which are purely decorative.
  public var border: Color
  /// The background of raised areas: dialogs, fields and bars.
  ///
  /// If it equals ``background``, raised areas have borders instead.
  public var surface: Color
  /// The background of the selected row.
  public var selection: Color
  /// The text color in the selected row.
  public var onSelection: Color
  /// The color for success and rising prices.
  public var positive: Color
  /// The color for failure and falling prices.
  public var negative: Color
  /// The color for warnings.
  public var warning: Color
  /// The color for notes.
  public var information: Color

  /// Creates a palette.
  public init(
    appearance: Appearance,
    background: Color?,
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
    self.appearance = appearance
    self.background = background
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

  var sunkenSurface: Color {
    background ?? (appearance == .dark ? Self.dark.onAccent : Self.light.onAccent)
  }
}
