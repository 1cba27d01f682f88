/// Something that does something.
public struct Button: LineWidget {
  private let face: ButtonFace
  private let tone: Tone?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: what it does.
  ///   - tone: what doing it means; nil for an ordinary button.
  ///   - state: whether it can be used, and whether keys go to it.
  ///   - isLoading: whether it is being done; a spinner shows it.
  public init(_ title: String, tone: Tone? = nil, state: ControlState = .normal, isLoading: Bool = false) {
    face = ButtonFace(title: StyledText(title).onOneLine, state: state, isLoading: isLoading)
    self.tone = tone
  }

  func line(width: Int, in environment: RenderEnvironment) -> StyledText {
    face.line(in: environment, hasEdges: environment.surface == nil).styled(style(environment))
  }

  /// Reads itself out in lines.
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

/// What buttons of all kinds show: a title with room for a mark before it, so that the width stays when one appears.
struct ButtonFace {
  let title: StyledText
  let state: ControlState
  let isLoading: Bool

  /// The face in signs, all in one look.
  ///
  /// The edges are brackets where no colour behind shows them; without attributes the focus is shown by angles.
  func line(in environment: RenderEnvironment, hasEdges: Bool, isUnderlined: Bool = false) -> StyledText {
    let isBare = environment.capabilities.isPlain
    let edges = hasEdges ? ("[", "]") : (" ", " ")
    var marks = (" ", " ")
    if isLoading {
      marks.0 = Spinner.frame(in: environment)
    } else if state == .focused && isBare {
      marks = (">", "<")
    }
    // A colour that is there in any state can't show the focus.
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

/// The main button of a screen: a gradient from edge to edge, and a spinner while it works.
///
/// As wide as it may be, one row high, or three with an empty row above and below the title if there is room.
public struct GradientButton: Widget {
  private let face: ButtonFace
  private let gradient: Gradient?
  private let rows: Int

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: what it does.
  ///   - gradient: its colours; those of the theme unless given.
  ///   - state: whether it can be used, and whether keys go to it.
  ///   - isLoading: whether it is being done.
  ///   - rows: how high it would like to be.
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

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let width = environment.width(of: face.line(in: environment, hasEdges: !environment.hasColor))
    return .flexible(minimum: 1, ideal: width + 4)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    LengthRange(minimum: 1, ideal: rows, maximum: rows)
  }

  /// Draws into the canvas's area.
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

  /// The theme's colour on its own gradient; on another one black or white, whichever can be read in the middle.
  private func ink(_ palette: Palette) -> Color {
    guard let gradient else { return palette.onAccent }
    // Equally far from both by the contrast of WCAG 2.2 (relative luminance and 0.05).
    return gradient.color(at: 0.5).luminance > 0.179 ? .hex(0x000000) : .hex(0xFFFFFF)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { face.read(to: &reader) }
}

/// Whether a control can be used, and whether keys go to it.
public enum ControlState: Hashable, Sendable, CaseIterable {
  /// It can be used, but keys go elsewhere.
  case normal
  /// Keys go to it.
  case focused
  /// It can't be used now.
  case disabled
}
