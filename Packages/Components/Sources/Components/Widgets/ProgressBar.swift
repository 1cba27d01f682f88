/// How far something has come, as a bar with numbers; a moving piece of bar where the end is not known.
public struct ProgressBar: Widget {
  let label: StyledText
  private let reading: ProgressReading
  private let unit: ProgressUnit
  private let tone: Tone

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - label: what is being done.
  ///   - reading: how far it has come; see ``ProgressEstimator``.
  ///   - unit: what is counted.
  ///   - tone: what it means; finished and failed bars have another one than running ones.
  public init(
    _ label: StyledText = StyledText(),
    reading: ProgressReading,
    unit: ProgressUnit = .items(""),
    tone: Tone = .accent
  ) {
    self.label = label.onOneLine
    self.reading = reading
    self.unit = unit
    self.tone = tone
  }

  /// Creates a bar of a share that is done, 0 to 1; nil where that is not known.
  public init(_ label: StyledText = StyledText(), fraction: Double?, tone: Tone = .accent) {
    self.init(
      label,
      reading: ProgressReading(completed: fraction ?? 0, total: fraction == nil ? nil : 1),
      tone: tone
    )
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: environment.width(of: label) + 60)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange { .fixed(1) }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) { draw(on: &canvas, labelWidth: nil) }

  /// Draws the bar with a label of a given width, so that several stand below each other.
  ///
  /// Where there is little room the rate goes first, then the amount, the time left, the share, and at last the label.
  func draw(on canvas: inout Canvas, labelWidth: Int?) {
    let environment = canvas.environment
    let width = canvas.size.width
    let ownWidth = environment.width(of: label)
    var labelColumns = min(labelWidth ?? ownWidth, max(width - 14, width / 2))
    if labelColumns < min(ownWidth, 4) { labelColumns = 0 }
    let barStart = labelColumns > 0 ? labelColumns + 1 : 0
    canvas.write(label, row: 0, columns: 0..<labelColumns)
    let free = width - barStart
    var details = details(isAligned: true)
    var text = details.joined(separator: "  ")
    func textWidth() -> Int { text.displayWidth(environment.widthPolicy) }
    while !details.isEmpty && free - textWidth() - 1 < min(10, free / 2) {
      details.removeLast()
      text = details.joined(separator: "  ")
    }
    let barEnd = text.isEmpty ? width : width - textWidth() - 1
    canvas.draw(bar, in: Rectangle(x: barStart, y: 0, width: max(barEnd - barStart, 0), height: 1))
    canvas.write(StyledText(safe: text, environment.theme.typography.caption), at: Point(x: barEnd + 1, y: 0))
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    let details =
      reading.fraction == nil ? ["in progress"] + self.details(isAligned: false) : self.details(isAligned: false)
    reader.read((label.isEmpty ? StyledText("Progress") : label) + StyledText(": " + details.joined(separator: ", ")))
  }

  private var bar: MeterBar { MeterBar(fraction: reading.fraction, tone: tone) }

  /// The numbers, the most important first.
  private func details(isAligned: Bool) -> [String] {
    var details: [String] = []
    if let fraction = reading.fraction {
      // A hundred is only said when all is done.
      let percent = fraction >= 1 ? 100 : min(Int(fraction * 100), 99)
      let blanks = isAligned ? 3 - String(percent).count : 0
      details.append(String(repeating: " ", count: blanks) + "\(percent) %")
    } else if reading.completed > 0 {
      details.append(unit.text(reading.completed))
    }
    if let remaining = reading.remaining, reading.fraction != 1 { details.append("\(remaining.roughText) left") }
    if let total = reading.total, total != 1 || unit != .items("") {
      details.append("\(unit.text(reading.completed)) of \(unit.text(total))")
    }
    if reading.rate > 0 { details.append(unit.rateText(reading.rate)) }
    return details
  }
}
