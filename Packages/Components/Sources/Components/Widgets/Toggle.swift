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
