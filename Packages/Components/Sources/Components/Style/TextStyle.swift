/// How a piece of text looks: colours and attributes.
///
/// A plain value; every setter returns a changed copy.
///
/// ```swift
/// let warning = TextStyle.foreground(.yellow).bold()
/// let loud = warning.inverse().underline()
/// ```
public struct TextStyle: Hashable, Sendable {
  /// The colour of the text; nil leaves the terminal's own.
  public var foreground: Color?
  /// The colour behind the text; nil leaves the terminal's own.
  public var background: Color?
  /// Bold, italic and so on.
  public var attributes: TextAttributes

  /// Creates a style; without arguments the plain one.
  public init(foreground: Color? = nil, background: Color? = nil, attributes: TextAttributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// No colour and no attribute.
  public static let plain = TextStyle()

  /// Whether the style changes nothing.
  public var isPlain: Bool { foreground == nil && background == nil && attributes.isEmpty }

  /// This style laid over another one: its colours win where it has them, the attributes add up.
  public func over(_ base: TextStyle) -> TextStyle {
    TextStyle(
      foreground: foreground ?? base.foreground,
      background: background ?? base.background,
      attributes: attributes.union(base.attributes)
    )
  }

  /// What is left of the style where the output can show only so much.
  ///
  /// Two styles that come out equal need no escape sequence between them.
  public func reduced(to capabilities: OutputCapabilities) -> TextStyle {
    TextStyle(
      foreground: foreground?.downgraded(to: capabilities.colorDepth),
      background: background?.downgraded(to: capabilities.colorDepth),
      attributes: capabilities.showsAttributes ? attributes : []
    )
  }
}
