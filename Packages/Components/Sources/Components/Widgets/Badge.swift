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
