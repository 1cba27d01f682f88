/// An output stream's layout and capabilities, for a terminal, another program or a screen reader.
public struct OutputMode: Hashable, Sendable {
  /// The kind of layout.
  public enum Layout: Hashable, Sendable {
    /// Aligned columns with headings, truncated and wrapped to the width.
    case terminal
    /// One record per line, with fields separated by tabs, and without headings or truncation.
    case records
    /// Plain sentences for screen readers and `--plain`, without alignment, color or box drawing.
    case linear
  }

  /// The kind of layout.
  public var layout: Layout
  /// The line width in cells, or `nil` for no wrapping or truncation.
  public var width: Int?
  /// The supported colors, attributes and links.
  public var capabilities: OutputCapabilities
  /// The width of ambiguous characters.
  public var widthPolicy: WidthPolicy
  /// The colors and text styles, limited to colors that the stream supports.
  public private(set) var theme: Theme

  /// Creates a mode.
  public init(
    layout: Layout,
    width: Int? = nil,
    capabilities: OutputCapabilities = .plain,
    widthPolicy: WidthPolicy = .standard,
    theme: Theme = .dark
  ) {
    self.layout = layout
    self.width = width
    self.capabilities = capabilities
    self.widthPolicy = widthPolicy
    self.theme = theme.adapted(to: capabilities.colorDepth)
  }

  /// Replaces the theme, adapted to the colors that the stream supports.
  public mutating func use(_ theme: Theme) { self.theme = theme.adapted(to: capabilities.colorDepth) }

  /// Returns the mode for a terminal with a given width in cells.
  public static func terminal(width: Int, capabilities: OutputCapabilities = .full) -> OutputMode {
    OutputMode(layout: .terminal, width: width, capabilities: capabilities)
  }

  /// The mode for a pipe or a file.
  public static let records = OutputMode(layout: .records)

  /// The mode for a screen reader.
  public static let linear = OutputMode(layout: .linear)

  /// The width assumed for a terminal that doesn't report its width, in cells.
  public static let assumedWidth = 80

  /// The accepted terminal widths.
  ///
  /// Terminals report 16-bit widths (`winsize`), and memory use grows with the width.
  private static let widths = 1...Int(UInt16.max)

  /// Returns the mode for standard output or standard error, which have separate modes.
  ///
  /// If the user requested plain text, the layout is linear for every kind of stream. The color choice `always` also
  /// colors records. `COLUMNS` in the environment applies if `columns` is `nil` or out of range.
  public static func detected(
    isPlain: Bool,
    color: ColorChoice,
    environment: [String: String],
    isTerminal: Bool,
    columns: Int?
  ) -> OutputMode {
    if isPlain { return .linear }
    let capabilities = OutputCapabilities.detected(choice: color, environment: environment, isTerminal: isTerminal)
    guard isTerminal else { return OutputMode(layout: .records, capabilities: capabilities) }
    let known = [columns, environment["COLUMNS"].flatMap { Int($0) }].compactMap { $0 }.first(where: widths.contains)
    return .terminal(width: known ?? assumedWidth, capabilities: capabilities)
  }
}

extension StyledText {
  /// Returns the lines for an output mode, wrapped on a terminal, with the supported colors and no final line feed.
  public func rendered(for mode: OutputMode) -> String {
    guard mode.layout == .terminal, let width = mode.width else { return encoded(for: mode.capabilities) }
    return wrapped(to: max(width, 1), policy: mode.widthPolicy)
      .map { $0.encoded(for: mode.capabilities) }
      .joined(separator: "\n")
  }

  var onOneLine: StyledText {
    let newline = UInt8(ascii: "\n")
    guard spans.contains(where: { $0.text.utf8.contains(newline) }) else { return self }
    return StyledText(
      spans.map { Span(safe: $0.text.sanitized(.singleLine), $0.style, link: $0.link) }
    )
  }
}
