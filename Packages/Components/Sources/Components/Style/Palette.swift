/// The colors of a theme, named by their use.
public struct Palette: Hashable, Sendable {
  /// Whether the palette is for dark or light backgrounds.
  public var appearance: Appearance
  /// The background of the screen; nil for the terminal's own.
  public var background: Color?
  /// The color of focus: the selected tab, the main button, a title.
  public var accent: Color
  /// The other end of gradients that start with ``accent``.
  public var accentEnd: Color
  /// The color of text on ``accent`` and on the colors with a meaning.
  public var onAccent: Color
  /// The color of ordinary text; nil for the terminal's own.
  public var text: Color?
  /// The color of quiet text: captions, labels, hints.
  public var secondaryText: Color
  /// The color of lines and frames, which only decorate.
  public var border: Color
  /// The background of raised areas: dialogs, fields, bars.
  ///
  /// With the same color as ``background``, raised areas have edges instead.
  public var surface: Color
  /// The background of the selected row.
  public var selection: Color
  /// The color of text in the selected row.
  public var onSelection: Color
  /// The color of success and of rising prices.
  public var positive: Color
  /// The color of failure and of falling prices.
  public var negative: Color
  /// The color of warnings.
  public var warning: Color
  /// The color of notes.
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

  /// The background of a field on ``surface``, which is sunk into it.
  var sunkenSurface: Color {
    background ?? (appearance == .dark ? Self.dark.onAccent : Self.light.onAccent)
  }
}
