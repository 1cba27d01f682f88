/// A widget in a frame of lines, with a title in the upper one where wanted.
///
/// In fewer than three rows or columns the content is drawn without the frame.
public struct Border: Widget {
  private let content: any Widget
  private let title: StyledText
  private let lines: BorderStyle
  private let color: Color?

  /// Puts a frame around a widget.
  ///
  /// - Parameters:
  ///   - content: the widget.
  ///   - title: what stands in the upper line.
  ///   - lines: what the frame is made of; ASCII where the terminal may draw lines two cells wide.
  ///   - color: the colour of the lines; the theme's unless given.
  public init(
    _ content: any Widget,
    title: StyledText = StyledText(),
    lines: BorderStyle = .rounded,
    color: Color? = nil
  ) {
    self.content = content
    self.title = title.onOneLine
    self.lines = lines
    self.color = color
  }

  /// The priority of its content.
  public var layoutPriority: Int { content.layoutPriority }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content.widthRange(in: environment).adding(2)
    let titleWidth = title.isEmpty ? 0 : environment.width(of: title) + 4
    return LengthRange(minimum: range.minimum, ideal: max(range.ideal, titleWidth), maximum: range.maximum)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content.heightRange(width: max(width - 2, 0), in: environment).adding(2)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    guard size.width >= 3, size.height >= 3 else {
      canvas.draw(content, in: canvas.bounds)
      return
    }
    drawFrame(on: &canvas)
    canvas.draw(content, in: canvas.bounds.inset(by: Insets(1)))
  }

  private func drawFrame(on canvas: inout Canvas) {
    let environment = canvas.environment
    let glyphs = environment.glyphs.border(lines)
    let style = TextStyle.foreground(color ?? environment.theme.palette.border)
    let size = canvas.size
    let line = String(repeating: glyphs.horizontal, count: size.width - 2)
    let top = StyledText("\(glyphs.topLeading)\(line)\(glyphs.topTrailing)", style)
    canvas.write(top, at: .zero)
    let bottom = StyledText("\(glyphs.bottomLeading)\(line)\(glyphs.bottomTrailing)", style)
    canvas.write(bottom, at: Point(x: 0, y: size.height - 1))
    let side = StyledText(String(glyphs.vertical), style)
    for row in 1..<(size.height - 1) {
      canvas.write(side, at: Point(x: 0, y: row))
      canvas.write(side, at: Point(x: size.width - 1, y: row))
    }
    guard !title.isEmpty, size.width >= 6 else { return }
    let shown = environment.truncated(title.styled(environment.theme.typography.heading), to: size.width - 4)
    canvas.write(" " + shown + " ", at: Point(x: 1, y: 0))
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    reader.read(title)
    reader.read(content)
  }
}
