/// A single-line text field that uses the terminal's cursor, so input methods open their windows in the right place.
public struct TextField: RowWidget {
  private let field: TextFieldState
  private let prompt: StyledText
  private let state: ControlState
  private let isSecret: Bool
  private let label: String

  /// The note at the end of a field that had no space for all of the inserted text.
  private static let fullNote = " full"

  static let preferredWidth = 24

  /// Creates a field.
  ///
  /// The prompt is shown while the text is empty. A secret's characters are masked. The label is for screen readers.
  public init(
    _ field: TextFieldState,
    prompt: String = "",
    state: ControlState = .normal,
    isSecret: Bool = false,
    label: String = ""
  ) {
    self.field = field
    self.prompt = StyledText(prompt).onOneLine
    self.state = state
    self.isSecret = isSecret
    self.label = label
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: Self.preferredWidth)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    guard canvas.size.width > 0, canvas.size.height > 0 else { return }
    let style = style(environment)
    canvas.fill(Rectangle(x: 0, y: 0, width: canvas.size.width, height: 1), style)
    let noteWidth = field.isCut && canvas.size.width >= 2 * Self.fullNote.count ? Self.fullNote.count : 0
    let width = canvas.size.width - noteWidth
    defer {
      if noteWidth > 0 {
        let noteStyle = TextStyle.foreground(environment.theme.palette.warning).over(style)
        canvas.write(StyledText(Self.fullNote, noteStyle), at: Point(x: width, y: 0))
      }
    }
    if field.isEmpty {
      canvas.write(prompt.styled(.foreground(environment.theme.palette.secondaryText).over(style)), row: 0)
      if state == .focused { canvas.placeCursor(at: .zero) }
      return
    }
    let textStyle = state == .focused && field.isDefaultSelected ? style.inverse() : style
    let (parts, cursorColumn) = cells(environment)
    let offset = max(cursorColumn - width + 1, 0)
    var column = -offset
    for part in parts {
      let end = column + part.width
      // Skip a symbol if the left edge hides its first half.
      if column >= 0 { canvas.write(StyledText(safe: part.text, textStyle), at: Point(x: column, y: 0)) }
      column = end
      if column >= width { break }
    }
    if offset > 0 { canvas.write(StyledText(environment.glyphs.leftMark, style), at: .zero) }
    if column > width || (column == width && parts.count > 0 && totalWidth(parts) - offset > width) {
      canvas.write(StyledText(environment.glyphs.rightMark, style), at: Point(x: width - 1, y: 0))
    }
    if state == .focused { canvas.placeCursor(at: Point(x: cursorColumn - offset, y: 0)) }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    let title = StyledText((label.isEmpty ? "" : label + ": ") + (field.isCut ? "full; the rest was cut off: " : ""))
    if field.isEmpty {
      reader.read(title + (prompt.isEmpty ? StyledText("empty") : StyledText("empty, ") + prompt))
    } else if isSecret {
      reader.read(title + StyledText("\(field.count) characters, hidden"))
    } else {
      reader.read(title + StyledText(field.text).onOneLine)
    }
  }

  private func style(_ environment: RenderEnvironment) -> TextStyle {
    let palette = environment.theme.palette
    let surface = environment.surface
    return TextStyle(
      foreground: state == .disabled ? palette.secondaryText : palette.text,
      background: surface,
      attributes: state == .disabled ? .dim : surface == nil ? .underline : []
    )
  }

  private func totalWidth(_ parts: [(text: String, width: Int)]) -> Int { parts.reduce(0) { $0 + $1.width } }

  private func cells(_ environment: RenderEnvironment) -> (parts: [(text: String, width: Int)], cursor: Int) {
    var cursorColumn = 0
    var parts: [(text: String, width: Int)] = []
    parts.reserveCapacity(field.count)
    for (index, character) in field.characters.enumerated() {
      let text = isSecret ? environment.glyphs.maskMark : String(character).sanitized(.revealing)
      let width = text.displayWidth(environment.widthPolicy)
      parts.append((text, width))
      if index < field.cursor { cursorColumn += width }
    }
    return (parts, cursorColumn)
  }
}
