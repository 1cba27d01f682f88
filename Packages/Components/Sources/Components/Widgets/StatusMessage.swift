/// What a screen shows instead of its content: that there is nothing, or that something went wrong, and what to do.
public struct StatusMessage: Widget {
  private let title: StyledText
  private let detail: StyledText
  private let hint: StyledText
  private let tone: Tone

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - title: what is the matter.
  ///   - detail: more about it.
  ///   - hint: what to do next.
  ///   - tone: what it means.
  public init(_ title: String, detail: String = "", hint: String = "", tone: Tone = .neutral) {
    self.title = StyledText(title)
    self.detail = StyledText(detail)
    self.hint = StyledText(hint)
    self.tone = tone
  }

  /// That there is nothing to show.
  public static func empty(_ title: String, detail: String = "", hint: String = "") -> StatusMessage {
    StatusMessage(title, detail: detail, hint: hint, tone: .neutral)
  }

  /// That something went wrong.
  public static func failure(_ title: String, detail: String = "", hint: String = "") -> StatusMessage {
    StatusMessage(title, detail: detail, hint: hint, tone: .negative)
  }

  private func content(_ environment: RenderEnvironment) -> VStack {
    let color = tone.color(in: environment.theme.palette)
    let typography = environment.theme.typography
    let mark = StyledText(tone.mark(environment.glyphs) + " ", .bold.foreground(color))
    var parts: [any Widget] = [Text(mark + title.styled(.bold), alignment: .center).priority(2)]
    if !detail.isEmpty { parts.append(Text(detail, alignment: .center)) }
    if !hint.isEmpty { parts.append(Text(hint.styled(typography.caption), alignment: .center).priority(1)) }
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
  }
}
