/// A form with labels and controls, and with validation errors below the controls.
public struct Form: Widget {
  /// A label and its control.
  public struct Field {
    let label: StyledText
    let control: any Widget
    let note: StyledText
    let error: StyledText
    let isFocused: Bool

    /// Creates a field; the note is shown while the field has the focus, and the error is empty for a valid value.
    public init(
      _ label: String,
      control: any Widget,
      note: String = "",
      error: String = "",
      isFocused: Bool = false
    ) {
      self.label = StyledText(label).onOneLine
      self.control = control
      self.note = StyledText(note)
      self.error = StyledText(error)
      self.isFocused = isFocused
    }
  }

  private let fields: [Field]

  /// The minimum width for a control beside its label, in columns; in less space, the control goes below the label.
  static let narrowestControl = 12

  /// Creates a form with fields from top to bottom.
  public init(_ fields: [Field]) { self.fields = fields }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let controls = fields.reduce(LengthRange.fixed(0)) { $0.united(with: $1.control.widthRange(in: environment)) }
    return .flexible(minimum: 1, ideal: indent(environment) + max(controls.ideal, Self.narrowestControl))
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let range = stack(width: width, environment).heightRange(width: width, in: environment)
    return LengthRange(minimum: min(range.minimum, fields.count), ideal: range.ideal, maximum: range.maximum)
  }

  /// Returns the rows of the focused field with its note or error, for scrolling; empty if no field has the focus.
  public func focusedRows(width: Int, in environment: RenderEnvironment) -> Range<Int> {
    guard let index = fields.firstIndex(where: \.isFocused) else { return 0..<0 }
    let heights = parts(width: width, environment).prefix(index + 1)
      .map { $0.heightRange(width: width, in: environment).ideal }
    let end = heights.reduce(0, +)
    return end - (heights.last ?? 0)..<end
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    stack(width: canvas.size.width, canvas.environment).draw(on: &canvas)
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    for field in fields {
      let values = field.control.linearLines(in: reader.environment).joined(separator: " ")
      var line = field.label.isEmpty ? values : field.label + ": " + values
      if field.isFocused { line += " (focused)" }
      if !field.error.isEmpty { line += "; error: " + field.error.onOneLine }
      reader.read(line)
      if field.isFocused { reader.read(field.note) }
    }
  }

  private func indent(_ environment: RenderEnvironment) -> Int {
    let widest = fields.map { environment.width(of: $0.label) }.max() ?? 0
    return widest + 2 + environment.theme.spacing.medium
  }

  private func stack(width: Int, _ environment: RenderEnvironment) -> VStack {
    VStack(children: parts(width: width, environment))
  }

  private func parts(width: Int, _ environment: RenderEnvironment) -> [any Widget] {
    let indent = indent(environment)
    let isBeside = width - indent >= Self.narrowestControl
    return fields.map { field -> any Widget in
      var column: [any Widget] = [field.control]
      if !field.error.isEmpty {
        let mark = StyledText(environment.glyphs.crossMark + " ")
        column.append(Text((mark + field.error).styled(environment.theme.typography.error)))
      } else if field.isFocused && !field.note.isEmpty {
        column.append(Text(field.note.styled(environment.theme.typography.caption)))
      }
      let label = self.label(field, environment)
      guard isBeside else {
        return VStack(children: [label, VStack(children: column).padded(Insets(leading: 2))])
      }
      return HStack(spacing: 0, children: [label.framed(width: indent), VStack(children: column)])
    }
  }

  private func label(_ field: Field, _ environment: RenderEnvironment) -> Text {
    let mark = field.isFocused ? environment.glyphs.selectionMark + " " : "  "
    let style = field.isFocused ? environment.controlStyle(.focused) : environment.theme.typography.label
    return Text(StyledText(safe: mark) + field.label.styled(style), wrapping: .truncated(.end))
  }
}
