import Basics

/// A row of blocks whose heights show values, with gaps for non-finite values.
public struct Sparkline: RowWidget {
  private let values: [Double]
  private let range: ClosedRange<Double>?
  private let tone: Tone?
  private let label: String
  /// Whether the values are counts, of which zero has no block.
  private let areCounts: Bool

  /// Creates a sparkline, with a label that appears only in text for screen readers and pipes.
  ///
  /// The lowest and highest blocks represent the ends of the range, by default the smallest and largest values. A
  /// shared range makes sparklines comparable. Equal values are drawn at half height. By default, the change from the
  /// first to the last value determines the tone.
  public init(_ values: [Double], range: ClosedRange<Double>? = nil, tone: Tone? = nil, label: String = "") {
    self.values = values
    self.range = range
    self.tone = tone
    self.label = label
    areCounts = false
  }

  /// Creates a sparkline of counts, with a label that appears only in text for screen readers and pipes.
  ///
  /// The highest block represents the largest count, and zero has no block.
  public init(counts: [Int], tone: Tone? = nil, label: String = "") {
    values = counts.map(Double.init)
    range = 0...max(values.max() ?? 0, 1)
    self.tone = tone
    self.label = label
    areCounts = true
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    LengthRange(minimum: 1, ideal: max(min(values.count, 20), 1), maximum: max(values.count, 1))
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let text = text(width: canvas.size.width, glyphs: environment.glyphs, palette: environment.theme.palette)
    canvas.write(text, at: .zero)
  }

  /// Returns the sparkline as text for a table cell, or empty text if there are no finite values.
  ///
  /// There are at most `width` blocks, and never more blocks than values.
  public func text(width: Int, glyphs: GlyphSet, palette: Palette) -> StyledText {
    let width = min(width, values.count)
    guard width > 0, let scale else { return StyledText() }
    let blocks = glyphs.lowerBlocks
    var text = ""
    for column in 0..<width {
      let bin = values[(column * values.count / width)..<((column + 1) * values.count / width)]
      if areCounts {
        let count = bin.max() ?? 0
        text += count > 0 ? blocks[max(scale.place(of: count, count: blocks.count + 1), 1) - 1] : " "
      } else if let value = Self.representative(bin, of: scale) {
        text += blocks[scale.place(of: value, count: blocks.count)]
      } else {
        text += " "
      }
    }
    return StyledText(safe: text, .foreground(color(palette)))
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    let places = ChartAxis(label: { "\(Int($0) + 1)" })
    let amounts = ChartAxis(label: areCounts ? { Decimals.text($0, decimals: 0) } : nil)
    reader.read(StyledText(ChartSummary(ChartSeries(label, values: values), xAxis: places, yAxis: amounts).text))
  }

  private var scale: ChartScale? {
    if let range { return ChartScale(lower: range.lowerBound, upper: range.upperBound) }
    var lower = Double.infinity
    var upper = -Double.infinity
    for value in values where value.isFinite {
      lower = min(lower, value)
      upper = max(upper, value)
    }
    return ChartScale(lower: lower, upper: upper)
  }

  /// Returns the value farthest from the midpoint of the scale, which preserves peaks.
  private static func representative(_ bin: ArraySlice<Double>, of scale: ChartScale) -> Double? {
    let middle = scale.lower / 2 + scale.upper / 2
    return bin.lazy.filter(\.isFinite).max { abs($0 - middle) < abs($1 - middle) }
  }

  private func color(_ palette: Palette) -> Color {
    if let tone { return tone.color(in: palette) }
    let finite = values.filter(\.isFinite)
    let isFalling = (finite.last ?? 0) < (finite.first ?? 0)
    return isFalling ? palette.negative : palette.positive
  }
}
