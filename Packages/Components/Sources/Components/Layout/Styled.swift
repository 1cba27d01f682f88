/// A widget whose text has a look that it inherits, and whose area is filled with the look's background if it has one.
public struct Styled: Widget {
  private let content: any Widget
  private let style: TextStyle

  /// Gives a widget a look.
  public init(_ content: any Widget, _ style: TextStyle) {
    self.content = content
    self.style = style
  }

  /// The priority of its content.
  public var layoutPriority: Int { content.layoutPriority }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { content.widthRange(in: environment) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content.heightRange(width: width, in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    if style.background != nil { canvas.fill(canvas.bounds, style) }
    canvas.draw(content, in: canvas.bounds, style: style)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(content) }
}
