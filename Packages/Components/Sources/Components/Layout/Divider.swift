/// A line across, with a title in it where wanted.
public struct Divider: Widget {
  private let title: StyledText

  /// Creates a line.
  public init(_ title: StyledText = StyledText()) { self.title = title.onOneLine }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: title.isEmpty ? 1 : environment.width(of: title) + 6)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange { .fixed(1) }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let style = TextStyle.foreground(environment.theme.palette.border)
    let line = environment.glyphs.horizontalLine
    let row = Rectangle(x: 0, y: 0, width: canvas.size.width, height: min(canvas.size.height, 1))
    canvas.fill(row, style, character: Character(line))
    guard !title.isEmpty, canvas.size.width > 6 else { return }
    let shown = environment.truncated(title.styled(environment.theme.typography.heading), to: canvas.size.width - 6)
    canvas.write(" " + shown + " ", at: Point(x: 2, y: 0))
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(title) }
}
