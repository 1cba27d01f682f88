extension Widget {
  /// Adds a border with a title at the left end of the top line and, if there is enough space, a caption at the right
  /// end.
  ///
  /// If there are fewer than three rows or columns, the widget is drawn without a border. With `isFocused`, the border
  /// has the theme's accent color.
  public func bordered(
    title: StyledText = StyledText(),
    caption: StyledText = StyledText(),
    isFocused: Bool = false
  ) -> some Widget { Border(self, title: title, caption: caption, isFocused: isFocused) }
}

struct Border: WrapperWidget {
  let content: any Widget
  private let title: StyledText
  private let caption: StyledText
  private let isFocused: Bool
  private let color: Color?

  /// Creates a border, in the theme's color by default.
  init(
    _ content: any Widget,
    title: StyledText = StyledText(),
    caption: StyledText = StyledText(),
    isFocused: Bool = false,
    color: Color? = nil
  ) {
    self.color = color
    self.content = content
    self.title = title.onOneLine
    self.caption = caption.onOneLine
    self.isFocused = isFocused
  }

  func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content.widthRange(in: environment).adding(2)
    let titleWidth = title.isEmpty ? 0 : environment.width(of: title) + 4
    return LengthRange(minimum: range.minimum, ideal: max(range.ideal, titleWidth), maximum: range.maximum)
  }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content.heightRange(width: max(width - 2, 0), in: environment).adding(2)
  }

  func draw(on canvas: inout Canvas) {
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
    let glyphs = environment.glyphs
    let palette = environment.theme.palette
    let style = TextStyle.foreground(color ?? (isFocused ? palette.accent : palette.border))
    let size = canvas.size
    let line = String(repeating: glyphs.horizontalLine, count: size.width - 2)
    let corners = glyphs.corners
    canvas.write(StyledText("\(corners.topLeading)\(line)\(corners.topTrailing)", style), at: .zero)
    let bottom = StyledText("\(corners.bottomLeading)\(line)\(corners.bottomTrailing)", style)
    canvas.write(bottom, at: Point(x: 0, y: size.height - 1))
    let side = StyledText(glyphs.verticalLine, style)
    for row in 1..<(size.height - 1) {
      canvas.write(side, at: Point(x: 0, y: row))
      canvas.write(side, at: Point(x: size.width - 1, y: row))
    }
    guard size.width >= 6 else { return }
    var room = size.width - 4
    let captionWidth = environment.width(of: caption)
    // If there isn't enough space for both, the caption is omitted and the title stays whole.
    if !caption.isEmpty, (title.isEmpty ? 0 : environment.width(of: title) + 3) + captionWidth <= room {
      let text = " " + caption.styled(environment.theme.typography.caption) + " "
      canvas.write(text, at: Point(x: size.width - captionWidth - 3, y: 0))
      room -= captionWidth + 3
    }
    guard !title.isEmpty else { return }
    let shown = environment.truncated(title.styled(environment.theme.typography.heading), to: room)
    canvas.write(" " + shown + " ", at: Point(x: 1, y: 0))
  }

  func read(to reader: inout LinearReader) {
    reader.read(title)
    reader.read(caption)
    reader.read(content)
  }
}

/// A horizontal line with an optional title.
public struct Divider: RowWidget {
  private let title: StyledText

  /// Creates a divider, which is a plain line if the title is empty.
  public init(_ title: StyledText = StyledText()) { self.title = title.onOneLine }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: title.isEmpty ? 1 : environment.width(of: title) + 6)
  }

  /// Draws the widget, clipped to the canvas.
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

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(title) }
}
