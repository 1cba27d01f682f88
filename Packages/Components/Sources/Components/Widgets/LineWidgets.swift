/// A widget of one row.
protocol RowWidget: Widget {}

extension RowWidget {
  /// One row.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange { .fixed(1) }
}

/// A widget that is one line of text, cut where there is no room for it.
protocol LineWidget: RowWidget {
  /// The line in no more than a number of columns, or a longer one, which is cut.
  func line(width: Int, in environment: RenderEnvironment) -> StyledText
}

extension LineWidget {
  /// The columns of the whole line, which can be cut down to one.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let width = environment.width(of: line(width: LengthRange.unlimited, in: environment))
    return LengthRange(minimum: min(width, 1), ideal: width, maximum: width)
  }

  /// Draws the line into the first row.
  public func draw(on canvas: inout Canvas) {
    canvas.write(line(width: canvas.size.width, in: canvas.environment), row: 0)
  }
}

/// A short word on a colour: a tag, a type, a number of things.
public struct Badge: LineWidget {
  private let text: StyledText
  private let tone: Tone
  private let isFilled: Bool

  /// Creates a badge.
  ///
  /// - Parameters:
  ///   - text: what it says.
  ///   - tone: what it means.
  ///   - isFilled: whether the colour is behind the text, or is that of the text.
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
    // The paper has to carry the text, whatever colour a theme gives it.
    let ink: Color = color.components.luminance > 0.3 ? .hex(0x10131C) : .hex(0xFFFFFF)
    return (StyledText(safe: " ") + text + StyledText(safe: " "))
      .styled(TextStyle(foreground: ink, background: color))
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(text) }
}

/// Something that is on or off.
public struct Toggle: LineWidget {
  private let label: StyledText
  private let isOn: Bool
  private let state: ControlState

  /// Creates a toggle.
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

  /// Reads itself out in lines.
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

/// Shows that something is being waited for.
public struct Spinner: LineWidget {
  private let label: StyledText

  /// Creates a spinner with a label beside it.
  public init(_ label: StyledText = StyledText()) { self.label = label.onOneLine }

  /// How long each picture of a spinner stands.
  public static let interval = Duration.milliseconds(80)

  /// The picture that is due; always the same one where nothing may move.
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

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    reader.read(label.isEmpty ? "Working" : label)
  }
}

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
