/// A widget in a frame on a ground of its own, which covers what is below it: for whatever opens above a screen.
public struct Panel: Widget {
  private let content: Border

  /// Creates a panel.
  public init(_ content: any Widget, title: String = "") {
    self.content = content.padded(horizontal: 1).bordered(title: StyledText(title).onOneLine)
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { content.widthRange(in: environment) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content.heightRange(width: width, in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    canvas.fill(canvas.bounds, TextStyle(background: canvas.environment.surface))
    content.draw(on: &canvas)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(content) }
}
