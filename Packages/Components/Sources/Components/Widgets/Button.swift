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
