/// The theme, output capabilities, time and other conditions that determine the frame for a widget tree.
public struct RenderEnvironment: Hashable, Sendable {
  /// The colors, text styles and spacing, limited to colors that the output supports.
  public private(set) var theme: Theme
  /// The supported colors, attributes and links.
  public var capabilities: OutputCapabilities
  /// The width of ambiguous characters.
  public var widthPolicy: WidthPolicy
  /// The requested character set, which can differ from the ``glyphs`` in use.
  var preferredGlyphs: GlyphSet
  /// The time since an arbitrary fixed moment, for animations.
  public var time: Duration
  /// Whether animations run.
  ///
  /// Without animations, spinners are static.
  public var isAnimated: Bool
  /// The terminal's image protocol, or `nil` if none is supported or known.
  public var imageProtocol: ImageProtocol?
  /// The user's key assignments for ``key(_:)``, keyed by the default keys that they replace.
  public var assignedKeys: [KeyPress: KeyPress] = [:]

  /// Creates an environment, by default for a dark terminal that supports everything except images.
  public init(
    theme: Theme = .dark,
    capabilities: OutputCapabilities = .full,
    widthPolicy: WidthPolicy = .standard,
    glyphs: GlyphSet = .unicode,
    time: Duration = .zero,
    isAnimated: Bool = true,
    imageProtocol: ImageProtocol? = nil
  ) {
    self.theme = theme.adapted(to: capabilities.colorDepth)
    self.capabilities = capabilities
    self.widthPolicy = widthPolicy
    preferredGlyphs = glyphs
    self.time = time
    self.isAnimated = isAnimated
    self.imageProtocol = imageProtocol
  }

  /// The requested character set, or ASCII if ambiguous characters, such as box drawing (UAX #11), are two cells wide.
  public var glyphs: GlyphSet { widthPolicy.ambiguousIsWide ? .ascii : preferredGlyphs }

  /// Whether the output supports any color.
  public var hasColor: Bool { capabilities.colorDepth > .none }

  /// Returns the key to show in text for a ``KeyBinding``'s default key.
  public func key(_ key: KeyPress) -> KeyPress { assignedKeys[key] ?? key }

  /// Returns a hint for a ``KeyBinding``'s default key, with the key that the user has assigned.
  public func hint(_ key: KeyPress, _ action: String) -> KeyHintBar.Hint {
    KeyHintBar.Hint(self.key(key).description, action)
  }

  /// Replaces the theme, adapted to the colors that the output supports.
  public mutating func use(_ theme: Theme) { self.theme = theme.adapted(to: capabilities.colorDepth) }

  /// Replaces the surface color with the color for fields on a surface.
  mutating func sinkSurface() { theme.palette.surface = theme.palette.sunkenSurface }

  /// The color of raised areas, or `nil` if raised areas have borders instead.
  var surface: Color? {
    let palette = theme.palette
    return capabilities.colorDepth >= .twoFiftySix && palette.surface != palette.background ? palette.surface : nil
  }

  /// Returns the width of text on one line, in cells.
  public func width(of text: StyledText) -> Int { text.displayWidth(widthPolicy) }

  /// Returns text truncated to a width in cells, with this environment's ellipsis.
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

/// A protocol that lets the terminal draw images itself.
public enum ImageProtocol: Hashable, Sendable {
  case kitty
  /// iTerm2's inline images.
  case iTerm
  /// DEC's sixel graphics.
  case sixel
}
