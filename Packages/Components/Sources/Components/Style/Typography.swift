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
