/// A message or form in a box with buttons.
public struct Dialog: Widget {
  private let title: StyledText
  private let content: any Widget
  private let buttons: [String]
  private let selected: Int
  private let tone: Tone
  private let target: String?

  /// The maximum ideal width in columns, which keeps lines readable.
  static let preferredWidth = 60

  /// Creates a dialog with any content, such as a message or form.
  ///
  /// The tone applies to the focused button, such as ``Tone/negative`` for a destructive action. `selected` is the
  /// index of the focused button. Each button is a click target with the button's index.
  public init(
    _ title: String,
    content: any Widget,
    buttons: [String] = [],
    selected: Int = 0,
    tone: Tone = .accent,
    target: String? = nil
  ) {
    self.title = StyledText(title).onOneLine
    self.content = content
    self.buttons = buttons
    self.selected = selected
    self.tone = tone
    self.target = target
  }

  /// Creates a dialog with a message.
  public init(
    _ title: String,
    message: String,
    buttons: [String] = ["OK"],
    selected: Int = 0,
    tone: Tone = .accent,
    target: String? = nil
  ) {
    self.init(title, content: Text(message), buttons: buttons, selected: selected, tone: tone, target: target)
  }

  /// Returns the dialog box for a given width, with the buttons stacked vertically if they don't fit in a row.
  private func box(_ environment: RenderEnvironment, width: Int = LengthRange.unlimited) -> some Widget {
    let row = buttons.enumerated().map { index, title -> any Widget in
      let button = Button(
        title,
        tone: index == selected ? tone : nil,
        state: index == selected ? .focused : .normal
      )
      if let target { return button.targeted(target, index: index) }
      return button
    }
    var parts: [any Widget] = [content]
    if !row.isEmpty {
      let needed = row.reduce(row.count - 1) { $0 + $1.widthRange(in: environment).ideal }
      let isBeside = needed <= width - 4
      let buttons: any Widget = isBeside ? HStack(children: row) : VStack(alignment: .trailing, children: row)
      parts.append(HStack(spacing: 0, children: [Spacer(), buttons]).priority(1))
    }
    return Border(
      VStack(spacing: 1, children: parts).padded(horizontal: 1),
      title: title,
      color: tone.color(in: environment.theme.palette)
    )
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = box(environment).widthRange(in: environment)
    let ideal = min(range.ideal, Self.preferredWidth)
    return LengthRange(minimum: min(range.minimum, ideal), ideal: ideal, maximum: ideal)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    box(environment, width: width).heightRange(width: width, in: environment)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    canvas.cover(canvas.bounds)
    canvas.onSurface { box($0.environment, width: $0.size.width).draw(on: &$0) }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    reader.read("Dialog: " + title)
    reader.read(content)
    guard !buttons.isEmpty else { return }
    let names = buttons.enumerated().map { $0 == selected ? $1 + " (selected)" : $1 }
    reader.read(StyledText("Answers: " + names.joined(separator: ", ")))
  }
}
