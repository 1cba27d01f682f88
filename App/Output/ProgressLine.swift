import Components

/// A progress bar in a terminal's status line.
final class ProgressLine {
  private static let interval = Duration.milliseconds(100)

  private let label: String
  private let stream: StandardStream
  private let start = ContinuousClock.now
  private var estimator: ProgressEstimator
  private var lastDrawn: Duration?

  init(_ label: String, total: Int, on stream: StandardStream) {
    self.label = label
    self.stream = stream
    estimator = ProgressEstimator(total: Double(total), at: .zero)
  }

  /// Updates the bar, and redraws it if ``interval`` has passed since the last redraw.
  func update(completed: Int) {
    let time = ContinuousClock.now - start
    estimator.update(completed: Double(completed), at: time)
    if let lastDrawn, time - lastDrawn < Self.interval { return }
    lastDrawn = time
    draw(ProgressBar(StyledText(label), reading: estimator.reading(at: time)))
  }

  /// Removes the bar, and leaves the cursor at the start of its line.
  func clear() {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    show(nil)
  }

  /// The width of the bar, which is one column less than the terminal's width to prevent wrapping.
  private var width: Int { max((stream.mode.width ?? OutputMode.assumedWidth) - 1, 1) }

  private func draw(_ bar: ProgressBar) {
    var mode = stream.mode
    mode.width = width
    show(String(bar.rendered(for: mode).split(separator: "\n").first ?? ""))
  }

  /// Draws the line; an error doesn't stop the command.
  private func show(_ line: String?) { try? stream.setStatus(line) }
}
