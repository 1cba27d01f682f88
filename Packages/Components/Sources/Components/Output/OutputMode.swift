/// How text is laid out for one output stream: for a person at a terminal, for a program, or for being read aloud.
public struct OutputMode: Hashable, Sendable {
  /// The three layouts.
  public enum Layout: Hashable, Sendable {
    /// Aligned, with headings, cut and wrapped to the width.
    case terminal
    /// One record a line, fields divided by tabs, no headings, nothing cut.
    case records
    /// Plain sentences one after another: no alignment, no colour, no lines; for screen readers and `--plain`.
    case linear
  }

  /// The layout.
  public var layout: Layout
  /// The cells of a line; nothing is wrapped or cut where it is nil.
  public var width: Int?
  /// Colours, attributes and links.
  public var capabilities: OutputCapabilities
  /// How wide ambiguous characters are.
  public var widthPolicy: WidthPolicy

  /// Creates a mode.
  public init(
    layout: Layout,
    width: Int? = nil,
    capabilities: OutputCapabilities = .plain,
    widthPolicy: WidthPolicy = .standard
  ) {
    self.layout = layout
    self.width = width
    self.capabilities = capabilities
    self.widthPolicy = widthPolicy
  }

  /// For a terminal of a width.
  public static func terminal(width: Int, capabilities: OutputCapabilities = .full) -> OutputMode {
    OutputMode(layout: .terminal, width: width, capabilities: capabilities)
  }

  /// For a pipe or a file.
  public static let records = OutputMode(layout: .records)

  /// For a screen reader.
  public static let linear = OutputMode(layout: .linear)

  /// The width that is assumed where a terminal does not tell its own.
  public static let assumedWidth = 80

  /// The widths that a terminal can report (`winsize` has 16 bits); widgets take memory in proportion.
  private static let widths = 1...Int(UInt16.max)

  /// Decides how one output stream is written; standard output and standard error are judged apart.
  ///
  /// - Parameters:
  ///   - isPlain: whether the user asked for plain text, which is linear wherever it goes.
  ///   - color: what the user said about colour; `always` colours records, too.
  ///   - environment: the process's environment; `COLUMNS` counts where `columns` is not known.
  ///   - isTerminal: whether this stream is a terminal.
  ///   - columns: the terminal's width, where known.
  /// - Returns: the mode.
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
  /// The text as it is written in a mode: wrapped on a terminal, with the colours that the output can show.
  ///
  /// - Parameter mode: how the output is laid out.
  /// - Returns: the lines, divided by line feeds, without one at the end.
  public func rendered(for mode: OutputMode) -> String {
    guard mode.layout == .terminal, let width = mode.width else { return encoded(for: mode.capabilities) }
    return wrapped(to: max(width, 1), policy: mode.widthPolicy)
      .map { $0.encoded(for: mode.capabilities) }
      .joined(separator: "\n")
  }

  /// A copy in which line feeds have become blanks.
  var onOneLine: StyledText {
    let newline = UInt8(ascii: "\n")
    guard spans.contains(where: { $0.text.utf8.contains(newline) }) else { return self }
    return StyledText(
      spans.map { Span(safe: $0.text.sanitized(.singleLine), $0.style, link: $0.link) }
    )
  }
}
