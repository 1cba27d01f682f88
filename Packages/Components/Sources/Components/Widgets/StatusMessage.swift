/// A message shown in place of content that is loading, is empty or couldn't be loaded.
public struct StatusMessage: Widget {
  private let title: StyledText
  private let detail: StyledText
  private let hint: StyledText
  private let keys: [KeyHintBar.Hint]
  private let tone: Tone
  private let isLoading: Bool

  /// Creates a message, with the screen's state as its title and the recommended next step as its hint.
  ///
  /// The keys for the next step are shown as a ``KeyHintBar``. The tone determines the color and the mark.
  public init(
    _ title: String,
    detail: String = "",
    hint: String = "",
    keys: [KeyHintBar.Hint] = [],
    tone: Tone = .neutral
  ) {
    self.init(title, detail: detail, hint: hint, keys: keys, tone: tone, isLoading: false)
  }

  private init(
    _ title: String,
    detail: String,
    hint: String,
    keys: [KeyHintBar.Hint],
    tone: Tone,
    isLoading: Bool
  ) {
    self.title = StyledText(title)
    self.detail = StyledText(detail)
    self.hint = StyledText(hint)
    self.keys = keys
    self.tone = tone
    self.isLoading = isLoading
  }

  /// Returns a loading message with a spinner, which needs periodic redraws.
  public static func loading(
    _ title: String = "Loading",
    detail: String = "",
    hint: String = "",
    keys: [KeyHintBar.Hint] = []
  ) -> StatusMessage {
    StatusMessage(title, detail: detail, hint: hint, keys: keys, tone: .accent, isLoading: true)
  }

  /// Returns a message for an empty screen.
  public static func empty(
    _ title: String,
    detail: String = "",
    hint: String = "",
    keys: [KeyHintBar.Hint] = []
  ) -> StatusMessage {
    StatusMessage(title, detail: detail, hint: hint, keys: keys, tone: .neutral)
  }

  /// Returns an error message with a recovery suggestion and key hints, such as the key for retrying.
  public static func failure(
    _ title: String,
    detail: String = "",
    hint: String = "",
    keys: [KeyHintBar.Hint] = []
  ) -> StatusMessage {
    StatusMessage(title, detail: detail, hint: hint, keys: keys, tone: .negative)
  }

  private func content(_ environment: RenderEnvironment, hasGaps: Bool = true) -> VStack {
    let color = tone.color(in: environment.theme.palette)
    let typography = environment.theme.typography
    let sign = isLoading ? Spinner.frame(in: environment) : tone.mark(environment.glyphs)
    let mark = StyledText(safe: sign + " ", .bold.foreground(color))
    var parts: [any Widget] = [Text(mark + title.styled(.bold), alignment: .center).priority(2)]
    if !detail.isEmpty { parts.append(Text(detail, alignment: .center)) }
    if !hint.isEmpty { parts.append(Text(hint.styled(typography.caption), alignment: .center).priority(1)) }
    if !keys.isEmpty { parts.append(KeyHintBar(keys).priority(1)) }
    return VStack(alignment: .center, spacing: hasGaps && parts.count > 1 ? 1 : 0, children: parts)
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content(environment).widthRange(in: environment)
    return .flexible(minimum: range.minimum, ideal: range.ideal)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let range = content(environment).heightRange(width: width, in: environment)
    return .flexible(minimum: range.minimum, ideal: range.ideal)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let (size, environment) = (canvas.size, canvas.environment)
    let content = content(environment)
    // Text is more important than the gaps between paragraphs.
    let hasGaps = content.heightRange(width: size.width, in: environment).ideal <= size.height
    Filling(hasGaps ? content : self.content(environment, hasGaps: false), alignment: .center).draw(on: &canvas)
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    reader.read(StyledText(tone.word) + title)
    reader.read(detail)
    reader.read(hint)
    reader.read(KeyHintBar(keys))
  }
}

/// The meaning of an element, which determines its color.
public enum Tone: Hashable, Sendable, CaseIterable {
  /// No particular meaning.
  case neutral
  /// Emphasis.
  case accent
  /// Success or rising values.
  case positive
  /// Failure or falling values.
  case negative
  /// A need for attention.
  case warning
  /// Useful information.
  case information

  /// Returns the tone's color in a palette.
  public func color(in palette: Palette) -> Color {
    switch self {
    case .neutral: palette.secondaryText
    case .accent: palette.accent
    case .positive: palette.positive
    case .negative: palette.negative
    case .warning: palette.warning
    case .information: palette.information
    }
  }

  /// Returns the tone's marker, which ensures that meaning never depends on color alone.
  public func mark(_ glyphs: GlyphSet) -> String {
    switch self {
    case .neutral, .accent: glyphs.middleDot
    case .positive: glyphs.checkMark
    case .negative: glyphs.crossMark
    case .warning: glyphs.warningMark
    case .information: glyphs.informationMark
    }
  }

  /// The word for the tone in text for screen readers and pipes, or an empty string for a tone without meaning.
  var word: String {
    switch self {
    case .neutral, .accent: ""
    case .positive: "Done: "
    case .negative: "Error: "
    case .warning: "Warning: "
    case .information: "Note: "
    }
  }
}

/// A line of keys and their actions, which omits the last hints if there isn't enough space.
public struct KeyHintBar: LineWidget {
  /// A key and its action.
  public struct Hint: Hashable, Sendable {
    /// The name of the key, such as `Esc`.
    public let key: String
    /// The short name of the action.
    public let action: String

    /// Creates a hint, sanitizing both strings.
    public init(_ key: String, _ action: String) {
      self.key = key.sanitized(.singleLine)
      self.action = action.sanitized(.singleLine)
    }
  }

  private let hints: [Hint]
  private let target: String?

  /// Creates a bar with hints in descending order of importance; each hint is a click target with the hint's index.
  public init(_ hints: [Hint], target: String? = nil) {
    self.hints = hints
    self.target = target
  }

  func line(width: Int, in environment: RenderEnvironment) -> StyledText {
    parts(width: width, in: environment).reduce(StyledText()) { $0 + $1.text }
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let parts = parts(width: canvas.size.width, in: canvas.environment)
    canvas.write(parts.reduce(StyledText()) { $0 + $1.text }, row: 0)
    guard let target else { return }
    for (index, part) in parts.enumerated() {
      canvas.addTarget(
        target,
        index: index,
        in: Rectangle(x: part.columns.lowerBound, y: 0, width: part.columns.count, height: 1)
      )
    }
  }

  /// Returns the hints that fit, each with the gap before it and the columns that it occupies.
  private func parts(width: Int, in environment: RenderEnvironment) -> [(text: StyledText, columns: Range<Int>)] {
    let typography = environment.theme.typography
    let gap = max(environment.theme.spacing.medium, 1)
    var parts: [(text: StyledText, columns: Range<Int>)] = []
    var used = 0
    for hint in hints {
      let words =
        StyledText(safe: hint.key, typography.key) + " " + StyledText(safe: hint.action, typography.caption)
      let start = parts.isEmpty ? 0 : used + gap
      used = start + environment.width(of: words)
      // Keep the first hint even if it is truncated.
      guard used <= width || parts.isEmpty else { break }
      let distance = StyledText(safe: String(repeating: " ", count: parts.isEmpty ? 0 : gap))
      parts.append((distance + words, start..<used))
    }
    return parts
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    guard !hints.isEmpty else { return }
    reader.read(StyledText("Keys: " + hints.map { "\($0.key) \($0.action)" }.joined(separator: ", ")))
  }
}
