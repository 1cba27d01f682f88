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
