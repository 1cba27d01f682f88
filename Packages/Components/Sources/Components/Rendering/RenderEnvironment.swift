/// All that drawing depends on besides the widgets: how things look, what the output can show, and what time it is.
///
/// Passed in, so that the same tree and the same environment always give the same picture.
public struct RenderEnvironment: Hashable, Sendable {
  /// Colours, text styles, distances.
  public var theme: Theme
  /// Colours, attributes and links that the output can show.
  public var capabilities: OutputCapabilities
  /// How wide ambiguous characters are.
  public var widthPolicy: WidthPolicy
  /// The signs asked for; see ``glyphs``.
  var preferredGlyphs: GlyphSet
  /// The time since any fixed moment, which moves spinners on.
  public var time: Duration
  /// Whether things may move; without it spinners stand still.
  public var isAnimated: Bool
  /// How the terminal draws images itself; nil if it does not, or is not known to.
  public var imageProtocol: ImageProtocol?

  /// Creates an environment.
  public init(
    theme: Theme = .dark,
    capabilities: OutputCapabilities = .full,
    widthPolicy: WidthPolicy = .standard,
    glyphs: GlyphSet = .unicode,
    time: Duration = .zero,
    isAnimated: Bool = true,
    imageProtocol: ImageProtocol? = nil
  ) {
    self.theme = theme
    self.capabilities = capabilities
    self.widthPolicy = widthPolicy
    preferredGlyphs = glyphs
    self.time = time
    self.isAnimated = isAnimated
    self.imageProtocol = imageProtocol
  }

  /// The signs to draw with: those asked for, or ASCII where lines and blocks are two cells wide.
  ///
  /// Box drawing and block elements are of the class East Asian Ambiguous (UAX #11).
  public var glyphs: GlyphSet { widthPolicy.ambiguousIsWide ? .ascii : preferredGlyphs }

  /// Whether there is any colour.
  public var hasColor: Bool { capabilities.colorDepth > .none }

  /// The colour of raised areas; nil where there are too few colours for one that is not that of the terminal.
  var surface: Color? { capabilities.colorDepth >= .twoFiftySix ? theme.palette.surface : nil }

  /// The cells of a text on one line.
  public func width(of text: StyledText) -> Int { text.displayWidth(widthPolicy) }

  /// The text cut so that it takes no more than the cells, with this environment's ellipsis.
  public func truncated(_ text: StyledText, to width: Int, at position: TruncationPosition = .end) -> StyledText {
    text.truncated(to: width, at: position, ellipsis: glyphs.ellipsis, policy: widthPolicy)
  }

  func selectionStyle(isFocused: Bool = true) -> TextStyle {
    guard hasColor else { return isFocused ? .inverse : .underline }
    return isFocused
      ? TextStyle(foreground: theme.palette.onSelection, background: theme.palette.selection)
      : surface.map { TextStyle(background: $0) } ?? .underline
  }

  func controlStyle(_ state: ControlState) -> TextStyle {
    switch state {
    case .normal: .plain
    case .focused: hasColor ? TextStyle(foreground: theme.palette.accent, attributes: .bold) : .inverse
    case .disabled: TextStyle(foreground: theme.palette.secondaryText, attributes: .dim)
    }
  }
}

/// How a terminal draws images itself.
public enum ImageProtocol: Hashable, Sendable {
  /// The graphics protocol of kitty.
  case kitty
  /// The inline images of iTerm2.
  case iTerm
  /// DEC's sixel graphics.
  case sixel
}
