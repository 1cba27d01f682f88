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
