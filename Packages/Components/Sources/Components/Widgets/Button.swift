/// A clickable button with a title.
public struct Button: LineWidget {
  private let face: ButtonFace
  private let tone: Tone?

  /// Creates a button that shows a spinner while its action is running; the title is usually a verb.
  ///
  /// If `tone` is `nil`, the button has the ordinary style.
  public init(_ title: String, tone: Tone? = nil, state: ControlState = .normal, isLoading: Bool = false) {
    face = ButtonFace(title: StyledText(title).onOneLine, state: state, isLoading: isLoading)
    self.tone = tone
  }

  func line(width: Int, in environment: RenderEnvironment) -> StyledText {
    face.line(in: environment, hasEdges: environment.surface == nil).styled(style(environment))
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { face.read(to: &reader) }

  private func style(_ environment: RenderEnvironment) -> TextStyle {
    let palette = environment.theme.palette
    guard environment.hasColor else {
      switch face.state {
      case .normal: return .plain
      case .focused: return .inverse
      case .disabled: return .dim
      }
    }
    switch face.state {
    case .normal: return TextStyle(foreground: tone?.color(in: palette), background: environment.surface)
    case .focused:
      let color = (tone ?? .accent).color(in: palette)
      return TextStyle(foreground: palette.onAccent, background: color, attributes: .bold)
    case .disabled:
      return TextStyle(foreground: palette.secondaryText, background: environment.surface, attributes: .dim)
    }
  }
}

/// A button's title, with space reserved for a marker, which keeps the width constant.
struct ButtonFace {
  let title: StyledText
  let state: ControlState
  let isLoading: Bool

  /// Returns the button's characters, without styles.
  ///
  /// With `hasEdges`, brackets mark the edges. If the output is plain text, angle brackets mark the focus.
  func line(in environment: RenderEnvironment, hasEdges: Bool, isUnderlined: Bool = false) -> StyledText {
    let isBare = environment.capabilities.isPlain
    let edges = hasEdges ? ("[", "]") : (" ", " ")
    var marks = (" ", " ")
    if isLoading {
      marks.0 = Spinner.frame(in: environment)
    } else if state == .focused && isBare {
      marks = (">", "<")
    }
    // If all states have the same background, the background can't show the focus.
    let title = isUnderlined && state == .focused ? title.styled(.underline) : title
    return StyledText(safe: edges.0 + marks.0 + " ") + title + StyledText(safe: " " + marks.1 + edges.1)
  }

  func read(to reader: inout LinearReader) {
    var notes: [String] = []
    if isLoading { notes.append("loading") }
    if state == .focused { notes.append("focused") }
    if state == .disabled { notes.append("not available") }
    let suffix = notes.isEmpty ? "" : " (" + notes.joined(separator: ", ") + ")"
    reader.read(StyledText("Button: ") + title + StyledText(suffix))
  }
}

/// A screen's main button, with a gradient and an optional spinner.
///
/// It fills the available width. The title is vertically centered in one or more rows.
public struct GradientButton: Widget {
  private let face: ButtonFace
  private let gradient: Gradient?
  private let rows: Int

  /// Creates a button that shows a spinner while its action is running; the title is usually a verb.
  ///
  /// The default background is the theme's accent gradient, and `rows` is the ideal height.
  public init(
    _ title: String,
    gradient: Gradient? = nil,
    state: ControlState = .normal,
    isLoading: Bool = false,
    rows: Int = 1
  ) {
    face = ButtonFace(title: StyledText(title).onOneLine, state: state, isLoading: isLoading)
    self.gradient = gradient
    self.rows = max(rows, 1)
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let width = environment.width(of: face.line(in: environment, hasEdges: !environment.hasColor))
    return .flexible(minimum: 1, ideal: width + 4)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    LengthRange(minimum: 1, ideal: rows, maximum: rows)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let row = canvas.size.height / 2
    let title = face.line(in: environment, hasEdges: !environment.hasColor, isUnderlined: environment.hasColor)
    guard environment.hasColor else {
      let style: TextStyle = face.state == .disabled ? .dim : .bold.inverse(face.state == .focused)
      canvas.write(title.styled(style), row: row, alignment: .center)
      return
    }
    let palette = environment.theme.palette
    guard face.state != .disabled else {
      let style = TextStyle(foreground: palette.secondaryText, background: environment.surface)
      canvas.fill(canvas.bounds, style)
      canvas.write(title.styled(style), row: row, alignment: .center)
      return
    }
    canvas.fill(canvas.bounds)
    canvas.fillBackground(canvas.bounds, gradient ?? environment.theme.accentGradient)
    let style = TextStyle(foreground: ink(palette), attributes: .bold)
    canvas.write(title.styled(style), row: row, alignment: .center)
  }

  /// Returns the theme's text color on its accent gradient, or the more legible of black and white on other gradients.
  private func ink(_ palette: Palette) -> Color {
    guard let gradient else { return palette.onAccent }
    return Color.rgb(gradient.color(at: 0.5)).ink
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { face.read(to: &reader) }
}

/// The state of a control.
public enum ControlState: Hashable, Sendable, CaseIterable {
  /// The control is enabled but doesn't have the keyboard focus.
  case normal
  case focused
  case disabled
}
