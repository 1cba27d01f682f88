/// A short message that appears above the screen for a while.
public struct Toast: Widget {
  private let message: StyledText
  private let tone: Tone

  /// Creates a message.
  public init(_ message: StyledText, tone: Tone = .information) {
    self.message = message
    self.tone = tone
  }

  private func content(_ environment: RenderEnvironment) -> Border {
    let color = tone.color(in: environment.theme.palette)
    let mark = Text(StyledText(tone.mark(environment.glyphs), .bold.foreground(color))).framed(width: 2)
    let row = HStack(spacing: 0, children: [mark.priority(1), Text(message)])
    return Border(row.padded(horizontal: 1), color: color)
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    content(environment).widthRange(in: environment)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content(environment).heightRange(width: width, in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    canvas.fill(canvas.bounds, TextStyle(background: canvas.environment.surface))
    content(canvas.environment).draw(on: &canvas)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(StyledText(tone.word) + message) }
}
