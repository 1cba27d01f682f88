import Components

struct StackedBar: Widget {
  struct Part: Equatable {
    let name: String
    /// The fraction of the whole, from 0 to 1.
    let share: Double
  }

  /// The maximum number of separate parts.
  ///
  /// All remaining parts are combined into one additional part.
  static let partLimit = 4

  private let parts: [Part]

  /// Creates a bar from parts sorted by size, largest first; parts beyond ``partLimit`` are combined as “other”.
  init(_ parts: [Part]) {
    let rest = parts.dropFirst(Self.partLimit).reduce(0) { $0 + $1.share }
    self.parts = parts.prefix(Self.partLimit) + (rest > 0 ? [Part(name: "other", share: rest)] : [])
  }

  func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 1, ideal: 40) }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    LengthRange(minimum: 1, ideal: 2, maximum: 2)
  }

  func draw(on canvas: inout Canvas) {
    let width = canvas.size.width
    var (start, sum) = (0, 0.0)
    for (index, part) in parts.enumerated() {
      sum += part.share
      let end = index == parts.count - 1 ? width : min(Int((sum * Double(width)).rounded()), width)
      let text = String(repeating: mark(index, canvas.environment), count: max(end - start, 0))
      canvas.write(StyledText(text, style(index, canvas.environment)), at: Point(x: start, y: 0))
      start = max(end, start)
    }
    guard canvas.size.height > 1 else { return }
    canvas.write(legend(width: width, canvas.environment), row: 1)
  }

  func read(to reader: inout LinearReader) {
    let words = parts.map { "\($0.name) \(Self.percent($0.share))" }
    if !words.isEmpty { reader.read(StyledText("Allocation: " + words.joined(separator: ", "))) }
  }

  private func legend(width: Int, _ environment: RenderEnvironment) -> StyledText {
    var legend = StyledText()
    for (index, part) in parts.enumerated() {
      let entry =
        StyledText("\(mark(index, environment)) ", style(index, environment))
        + StyledText("\(part.name) \(Self.percent(part.share))", environment.theme.typography.caption)
      let longer = legend.isEmpty ? entry : legend + StyledText("  ") + entry
      guard environment.width(of: longer) <= width else { break }
      legend = longer
    }
    return legend
  }

  /// Returns a different character for each part, so parts can be distinguished without color.
  private func mark(_ index: Int, _ environment: RenderEnvironment) -> String {
    let marks =
      environment.glyphs == .ascii
      ? ["#", "=", "+", "-", "."] : ["\u{2588}", "\u{2593}", "\u{2592}", "\u{2591}", "\u{00B7}"]
    return marks[min(index, marks.count - 1)]
  }

  private func style(_ index: Int, _ environment: RenderEnvironment) -> TextStyle {
    let location = parts.count > 1 ? Double(index) / Double(parts.count - 1) : 0
    return .foreground(.rgb(environment.theme.accentGradient.color(at: location)))
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
