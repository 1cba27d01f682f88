import Basics

/// A progress bar with figures, or with a moving segment if the total is unknown.
public struct ProgressBar: RowWidget {
  let label: StyledText
  private let reading: ProgressReading
  private let unit: ProgressUnit
  private let tone: Tone

  /// Creates a progress bar for a reading from a ``ProgressEstimator``, with a tone that determines the color.
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

  /// Creates a progress bar for a completed fraction from 0 to 1, which is `nil` if progress is unknown.
  public init(_ label: StyledText = StyledText(), fraction: Double?, tone: Tone = .accent) {
    self.init(
      label,
      reading: ProgressReading(completed: fraction ?? 0, total: fraction == nil ? nil : 1),
      tone: tone
    )
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: environment.width(of: label) + 60)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) { draw(on: &canvas, labelWidth: nil) }

  /// Draws the bar with a given label width, so several bars can be aligned.
  ///
  /// If there isn't enough space, the rate is omitted first, followed by the amount, the remaining time, the
  /// percentage and finally the label.
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

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    let details =
      reading.fraction == nil ? ["in progress"] + self.details(isAligned: false) : self.details(isAligned: false)
    reader.read((label.isEmpty ? StyledText("Progress") : label) + StyledText(": " + details.joined(separator: ", ")))
  }

  private var bar: MeterBar { MeterBar(fraction: reading.fraction, tone: tone) }

  /// Returns the figures, in descending order of importance.
  private func details(isAligned: Bool) -> [String] {
    var details: [String] = []
    if let fraction = reading.fraction {
      // Show 100 % only when everything is complete.
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

/// The unit of progress.
public enum ProgressUnit: Hashable, Sendable {
  /// Items with a plural name, which is omitted if empty.
  case items(String)
  /// Bytes in kB, MB and so on, in steps of 1,000 (ISO/IEC 80000-13).
  case bytes

  /// Returns a formatted amount with its unit.
  public func text(_ value: Double) -> String {
    switch self {
    case .items(let name):
      let number = Decimals.text(value.rounded(.down), decimals: 0)
      let name = name.sanitized(.singleLine)
      return name.isEmpty ? number : "\(number) \(name)"
    case .bytes: return Self.bytes(value)
    }
  }

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
  /// The duration in its two largest units, such as `1 h 05 min`, or in seconds below a minute.
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

/// A bar that fills from the left in eighths of a cell, or a segment that moves back and forth if progress is unknown.
struct MeterBar: RowWidget {
  private let fraction: Double?
  private let tone: Tone

  /// The duration of one step in the segment's movement.
  public static let interval = Duration.milliseconds(60)

  /// Creates a bar with a fraction clamped to 0...1, where `nil` and NaN mean that progress is unknown.
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
