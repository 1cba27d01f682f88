/// A bar that is filled from the left, to an eighth of a cell; a piece that moves to and fro where nothing is known.
public struct MeterBar: Widget {
  private let fraction: Double?
  private let tone: Tone

  /// How long the moving piece stands in each place.
  public static let interval = Duration.milliseconds(60)

  /// Creates a bar; a share outside 0 to 1 is moved to the nearer end, what is no number counts as unknown.
  public init(fraction: Double?, tone: Tone = .accent) {
    self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
    self.tone = tone
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 1, ideal: 20) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange { .fixed(1) }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let width = canvas.size.width
    guard width > 0 else { return }
    let glyphs = environment.glyphs
    let color = tone.color(in: environment.theme.palette)
    let rest = StyledText(
      safe: String(repeating: glyphs.emptyBlock, count: width),
      .foreground(environment.theme.palette.border)
    )
    canvas.write(rest, at: .zero)
    let style = TextStyle.foreground(color)
    guard let fraction else {
      let length = max(width / 4, 1)
      let start = Self.place(in: width - length, environment)
      canvas.write(
        StyledText(safe: String(repeating: glyphs.fullBlock, count: length), style),
        at: Point(x: start, y: 0)
      )
      return
    }
    let eighths = Int((fraction * Double(width * 8)).rounded(.down))
    let parts = glyphs.leftEighths
    var text = String(repeating: glyphs.fullBlock, count: eighths / 8)
    if !parts.isEmpty && eighths % 8 > 0 { text += parts[eighths % 8 - 1] }
    canvas.write(StyledText(safe: text, style), at: .zero)
  }

  /// Where a piece that moves to and fro stands; in the middle where nothing may move.
  private static func place(in free: Int, _ environment: RenderEnvironment) -> Int {
    guard free > 0, environment.isAnimated else { return max(free / 2, 0) }
    let steps = (environment.time / interval).truncatingRemainder(dividingBy: Double(2 * free))
    let step = Int(abs(steps))
    return step <= free ? step : 2 * free - step
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    reader.read(fraction.map { StyledText("\(Int($0 * 100)) %") } ?? "in progress")
  }
}
