import Basics

/// How far something has come, as a bar with numbers; a moving piece of bar where the end is not known.
public struct ProgressBar: RowWidget {
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

/// What is counted by a progress bar.
public enum ProgressUnit: Hashable, Sendable {
  /// Things, with a name for many of them; an empty one is left out.
  case items(String)
  /// Bytes, in kB, MB and so on of 1,000 each (ISO/IEC 80000-13).
  case bytes

  /// A number of them.
  public func text(_ value: Double) -> String {
    switch self {
    case .items(let name):
      let number = Decimals.text(value.rounded(.down), decimals: 0)
      let name = name.sanitized(.singleLine)
      return name.isEmpty ? number : "\(number) \(name)"
    case .bytes: return Self.bytes(value)
    }
  }

  /// A number of them in a second.
  func rateText(_ rate: Double) -> String {
    switch self {
    case .items: Decimals.text(rate, decimals: rate < 10 ? 1 : 0) + "/s"
    case .bytes: Self.bytes(rate) + "/s"
    }
  }

  private static func bytes(_ value: Double) -> String {
    var value = max(value, 0)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB", "PB"] where value >= 1000 {
      value /= 1000
      unit = larger
    }
    let decimals = unit == "B" || value >= 100 ? 0 : 1
    return "\(Decimals.text(value, decimals: decimals)) \(unit)"
  }
}

extension Duration {
  /// The time in the two largest units that it has, such as `1 h 05 min`; seconds alone below a minute.
  var roughText: String {
    let seconds = Int(max(self / .seconds(1), 0).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min \(two(seconds % 60)) s"
    case ..<86_400: return "\(seconds / 3600) h \(two(seconds % 3600 / 60)) min"
    default: return "\(seconds / 86_400) d \(two(seconds % 86_400 / 3600)) h"
    }
  }
}

/// A bar that is filled from the left, to an eighth of a cell; a piece that moves to and fro where nothing is known.
struct MeterBar: RowWidget {
  private let fraction: Double?
  private let tone: Tone

  /// How long the moving piece stands in each place.
  public static let interval = Duration.milliseconds(60)

  /// Creates a bar; a share outside 0 to 1 is moved to the nearer end, what is no number counts as unknown.
  init(fraction: Double?, tone: Tone = .accent) {
    self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
    self.tone = tone
  }

  func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 1, ideal: 20) }

  func draw(on canvas: inout Canvas) {
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
    canvas.write(StyledText(safe: glyphs.bar(fraction, width: width), style), at: .zero)
  }

  private static func place(in free: Int, _ environment: RenderEnvironment) -> Int {
    guard free > 0, environment.isAnimated else { return max(free / 2, 0) }
    let steps = (environment.time / interval).truncatingRemainder(dividingBy: Double(2 * free))
    let step = Int(abs(steps))
    return step <= free ? step : 2 * free - step
  }

  func read(to reader: inout LinearReader) {
    reader.read(fraction.map { StyledText("\(Int($0 * 100)) %") } ?? "in progress")
  }
}
