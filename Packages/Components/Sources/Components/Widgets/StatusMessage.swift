/// What a screen shows instead of its content: that it is on its way, that there is none, or that something went wrong,
/// and what to do.
public struct StatusMessage: Widget {
  private let title: StyledText
  private let detail: StyledText
  private let hint: StyledText
  private let keys: [KeyHintBar.Hint]
  private let tone: Tone
  private let isLoading: Bool

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - title: what is the matter.
  ///   - detail: more about it.
  ///   - hint: what to do next.
  ///   - keys: the keys that do something about it, shown as in a ``KeyHintBar``.
  ///   - tone: what it means.
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

  /// That the content is on its way, with a spinner, which needs a screen that is drawn again as time goes on.
  public static func loading(
    _ title: String = "Loading",
    detail: String = "",
    hint: String = "",
    keys: [KeyHintBar.Hint] = []
  ) -> StatusMessage {
    StatusMessage(title, detail: detail, hint: hint, keys: keys, tone: .accent, isLoading: true)
  }

  /// That there is nothing to show.
  public static func empty(
    _ title: String,
    detail: String = "",
    hint: String = "",
    keys: [KeyHintBar.Hint] = []
  ) -> StatusMessage {
    StatusMessage(title, detail: detail, hint: hint, keys: keys, tone: .neutral)
  }

  /// That something went wrong: what, what to do about it, and the keys for it, as the one that tries again.
  public static func failure(
    _ title: String,
    detail: String = "",
    hint: String = "",
    keys: [KeyHintBar.Hint] = []
  ) -> StatusMessage {
    StatusMessage(title, detail: detail, hint: hint, keys: keys, tone: .negative)
  }

  private func content(_ environment: RenderEnvironment) -> VStack {
    let color = tone.color(in: environment.theme.palette)
    let typography = environment.theme.typography
    let sign = isLoading ? Spinner.frame(in: environment) : tone.mark(environment.glyphs)
    let mark = StyledText(safe: sign + " ", .bold.foreground(color))
    var parts: [any Widget] = [Text(mark + title.styled(.bold), alignment: .center).priority(2)]
    if !detail.isEmpty { parts.append(Text(detail, alignment: .center)) }
    if !hint.isEmpty { parts.append(Text(hint.styled(typography.caption), alignment: .center).priority(1)) }
    if !keys.isEmpty { parts.append(KeyHintBar(keys).priority(1)) }
    return VStack(alignment: .center, spacing: parts.count > 1 ? 1 : 0, children: parts)
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content(environment).widthRange(in: environment)
    return .flexible(minimum: range.minimum, ideal: range.ideal)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let range = content(environment).heightRange(width: width, in: environment)
    return .flexible(minimum: range.minimum, ideal: range.ideal)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    Filling(content(canvas.environment), alignment: .center).draw(on: &canvas)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    reader.read(StyledText(tone.word) + title)
    reader.read(detail)
    reader.read(hint)
    reader.read(KeyHintBar(keys))
  }
}

/// What a piece of the screen means, from which its colour follows.
public enum Tone: Hashable, Sendable, CaseIterable {
  /// Nothing in particular.
  case neutral
  /// What stands out.
  case accent
  /// Success, rising.
  case positive
  /// Failure, falling.
  case negative
  /// Needs attention.
  case warning
  /// Worth knowing.
  case information

  /// The colour.
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

  /// A sign beside the colour, so that the meaning is never in the colour alone.
  public func mark(_ glyphs: GlyphSet) -> String {
    switch self {
    case .neutral, .accent: glyphs.middleDot
    case .positive: glyphs.checkMark
    case .negative: glyphs.crossMark
    case .warning: glyphs.warningMark
    case .information: glyphs.informationMark
    }
  }

  /// The meaning in a word, for reading aloud; empty where there is none.
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

/// Which keys do what, in one line; those that there is no room for are left out, the last ones first.
public struct KeyHintBar: LineWidget {
  /// A key and what it does.
  public struct Hint: Hashable, Sendable {
    /// The name of the key, such as `Esc`.
    public let key: String
    /// The short name of the command.
    public let action: String

    /// Creates a hint.
    public init(_ key: String, _ action: String) {
      self.key = key.sanitized(.singleLine)
      self.action = action.sanitized(.singleLine)
    }
  }

  private let hints: [Hint]

  /// Creates a bar of hints, the most important ones first.
  public init(_ hints: [Hint]) { self.hints = hints }

  func line(width: Int, in environment: RenderEnvironment) -> StyledText {
    let typography = environment.theme.typography
    let gap = StyledText(safe: String(repeating: " ", count: max(environment.theme.spacing.medium, 1)))
    var result = StyledText()
    var used = 0
    for hint in hints {
      var part = result.isEmpty ? StyledText() : gap
      part += StyledText(safe: hint.key, typography.key) + " " + StyledText(safe: hint.action, typography.caption)
      used += environment.width(of: part)
      // The first hint stands even if it is cut.
      guard used <= width || result.isEmpty else { break }
      result += part
    }
    return result
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    guard !hints.isEmpty else { return }
    reader.read(StyledText("Keys: " + hints.map { "\($0.key) \($0.action)" }.joined(separator: ", ")))
  }
}
