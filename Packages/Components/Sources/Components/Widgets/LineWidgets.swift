protocol RowWidget: Widget {}

extension RowWidget {
  /// Returns a fixed height of one row.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange { .fixed(1) }
}

/// A widget with one line of text, truncated if necessary.
protocol LineWidget: RowWidget {
  /// Returns the line for a width in columns.
  ///
  /// Longer lines are truncated when drawn.
  func line(width: Int, in environment: RenderEnvironment) -> StyledText
}

extension LineWidget {
  /// Returns the width of the whole line, which can shrink to one column.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let width = environment.width(of: line(width: LengthRange.unlimited, in: environment))
    return LengthRange(minimum: min(width, 1), ideal: width, maximum: width)
  }

  /// Draws the line into the first row.
  public func draw(on canvas: inout Canvas) {
    canvas.write(line(width: canvas.size.width, in: canvas.environment), row: 0)
  }
}

/// Short text on a colored background, such as a tag, type or count.
public struct Badge: LineWidget {
  private let text: StyledText
  private let tone: Tone
  private let isFilled: Bool

  /// Creates a badge; the tone determines the background color or, if the badge isn't filled, the text color.
  public init(_ text: String, tone: Tone = .neutral, isFilled: Bool = true) {
    self.text = StyledText(text).onOneLine
    self.tone = tone
    self.isFilled = isFilled
  }

  func line(width: Int, in environment: RenderEnvironment) -> StyledText {
    let color = tone.color(in: environment.theme.palette)
    guard isFilled, environment.hasColor else {
      return (StyledText(safe: "[") + text + StyledText(safe: "]")).styled(.foreground(color))
    }
    // The text must be legible on any theme color.
    let ink = color.ink
    return (StyledText(safe: " ") + text + StyledText(safe: " "))
      .styled(TextStyle(foreground: ink, background: color))
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(text) }
}

/// A labeled switch with the states on and off.
public struct Toggle: LineWidget {
  private let label: StyledText
  private let isOn: Bool
  private let state: ControlState

  /// Creates a toggle with a label beside it.
  public init(_ label: String, isOn: Bool, state: ControlState = .normal) {
    self.label = StyledText(label).onOneLine
    self.isOn = isOn
    self.state = state
  }

  func line(width: Int, in environment: RenderEnvironment) -> StyledText {
    let palette = environment.theme.palette
    let mark = isOn ? environment.glyphs.checkMark : " "
    let box = StyledText(safe: "[" + mark + "]", isOn ? .bold.foreground(palette.positive) : .plain)
    let focus = state == .focused && environment.capabilities.isPlain ? "> " : ""
    return StyledText(safe: focus)
      + (box + StyledText(safe: label.isEmpty ? "" : " ") + label)
      .styled(environment.controlStyle(state))
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    let value = (label.isEmpty ? "" : ": ") + (isOn ? "on" : "off")
    let notes =
      switch state {
      case .normal: ""
      case .focused: " (focused)"
      case .disabled: " (not available)"
      }
    reader.read(label + StyledText(value + notes))
  }
}

/// An activity indicator for work of unknown duration.
public struct Spinner: LineWidget {
  private let label: StyledText

  /// Creates a spinner with a label beside it, unless the label is empty.
  public init(_ label: StyledText = StyledText()) { self.label = label.onOneLine }

  /// The duration of a single spinner frame.
  public static let interval = Duration.milliseconds(80)

  /// Returns the current frame, or a static frame if animations are off.
  static func frame(in environment: RenderEnvironment) -> String {
    guard environment.isAnimated else { return environment.glyphs == .unicode ? "\u{2022}" : "*" }
    let frames = environment.glyphs.spinnerFrames
    let step = Int(max(environment.time / interval, 0).truncatingRemainder(dividingBy: Double(frames.count)))
    return frames[min(step, frames.count - 1)]
  }

  func line(width: Int, in environment: RenderEnvironment) -> StyledText {
    let sign = StyledText(safe: Self.frame(in: environment), .foreground(environment.theme.palette.accent))
    return label.isEmpty ? sign : sign + StyledText(safe: " ") + label
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    reader.read(label.isEmpty ? "Working" : label)
  }
}

/// A short temporary message over the screen.
public struct Toast: Widget {
  private let message: StyledText
  private let tone: Tone

  /// Creates a toast whose tone determines its color and mark.
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

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    content(environment).widthRange(in: environment)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content(environment).heightRange(width: width, in: environment)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    canvas.cover(canvas.bounds)
    content(canvas.environment).draw(on: &canvas)
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(StyledText(tone.word) + message) }
}
