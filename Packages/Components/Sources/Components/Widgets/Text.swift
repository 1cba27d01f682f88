/// Text that is wrapped or truncated to the available width.
public struct Text: Widget {
  private let text: StyledText
  private let wrapping: Wrapping
  private let alignment: HorizontalAlignment
  private let maximumLines: Int?

  /// The treatment of long lines.
  public enum Wrapping: Hashable, Sendable {
    /// Lines are wrapped between words.
    case words
    /// Lines are wrapped at any character.
    case characters
    /// Lines are truncated with an ellipsis at a position.
    case truncated(TruncationPosition)
  }

  /// Creates a text widget from lines separated by line feeds.
  ///
  /// If there are more than `maximumLines` lines, the last visible line gets an ellipsis.
  public init(
    _ text: StyledText,
    wrapping: Wrapping = .words,
    alignment: HorizontalAlignment = .leading,
    maximumLines: Int? = nil
  ) {
    self.text = text
    self.wrapping = wrapping
    self.alignment = alignment
    self.maximumLines = maximumLines.map { max($0, 0) }
  }

  /// Creates a text widget with a single style.
  public init(_ text: String, _ style: TextStyle = .plain, wrapping: Wrapping = .words) {
    self.init(StyledText(text, style), wrapping: wrapping)
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let widths = text.wrapped(to: LengthRange.unlimited, policy: environment.widthPolicy)
      .map { environment.width(of: $0) }
    let widest = widths.max() ?? 0
    let minimum = wrapping == .words ? longestWord(environment) : min(widest, 3)
    return LengthRange(minimum: minimum, ideal: widest, maximum: widest)
  }

  /// The maximum length, in cells, of a word that isn't broken at the minimum width.
  private static let longWord = 10

  private func longestWord(_ environment: RenderEnvironment) -> Int {
    text.plainText.split { $0 == " " || $0 == "\n" }
      .reduce(0) { max($0, min($1.displayWidth(environment.widthPolicy), Self.longWord)) }
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let count = text.isEmpty ? 0 : lines(width: width, environment).count
    return LengthRange(minimum: min(count, 1), ideal: count, maximum: count)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let lines = lines(width: canvas.size.width, environment)
    let visible = canvas.visibleBounds
    for (row, line) in lines.enumerated().prefix(visible.maxY) where row >= visible.minY {
      let isCut = row == canvas.size.height - 1 && row < lines.count - 1
      canvas.write(isCut ? Self.marked(line, canvas.size.width, environment) : line, row: row, alignment: alignment)
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(text) }

  private func lines(width: Int, _ environment: RenderEnvironment) -> [StyledText] {
    let policy = environment.widthPolicy
    var lines: [StyledText]
    switch wrapping {
    case .words: lines = text.wrapped(to: width, mode: .words, policy: policy)
    case .characters: lines = text.wrapped(to: width, mode: .characters, policy: policy)
    case .truncated(let position):
      lines = text.wrapped(to: LengthRange.unlimited, policy: policy)
        .map { environment.truncated($0, to: width, at: position) }
    }
    guard let maximumLines, lines.count > maximumLines else { return lines }
    lines.removeSubrange(maximumLines...)
    if let last = lines.last { lines[lines.count - 1] = Self.marked(last, width, environment) }
    return lines
  }

  /// Returns a line with an ellipsis, which shows that more lines would follow.
  private static func marked(_ line: StyledText, _ width: Int, _ environment: RenderEnvironment) -> StyledText {
    let ellipsis = environment.glyphs.ellipsis
    let free = width - environment.width(of: line)
    let sign = StyledText(safe: ellipsis, line.spans.last?.style ?? .plain)
    if free >= ellipsis.count { return line + sign }
    return environment.truncated(line + sign, to: width)
  }
}
