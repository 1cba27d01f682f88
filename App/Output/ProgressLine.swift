import Components

/// A progress bar that is drawn over and over in one line of a terminal.
final class ProgressLine {
  /// Often enough to look alive, seldom enough to cost nothing.
  private static let interval = Duration.milliseconds(100)

  private let label: String
  private let stream: StandardStream
  private let start = ContinuousClock.now
  private var estimator: ProgressEstimator
  private var lastDrawn: Duration?

  /// Prepares a bar; the first update draws it.
  init(_ label: String, total: Int, on stream: StandardStream) {
    self.label = label
    self.stream = stream
    estimator = ProgressEstimator(total: Double(total), at: .zero)
  }

  /// Notes how many are done, and draws the bar when that was long ago.
  func update(completed: Int) {
    let time = ContinuousClock.now - start
    estimator.update(completed: Double(completed), at: time)
    if let lastDrawn, time - lastDrawn < Self.interval { return }
    lastDrawn = time
    draw(ProgressBar(StyledText(label), reading: estimator.reading(at: time)))
  }

  /// Takes the bar away, with the cursor at the start of its line.
  func clear() {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    show(nil)
  }

  /// One column less than there are, so that no terminal goes on to the next line.
  private var width: Int { max((stream.mode.width ?? OutputMode.assumedWidth) - 1, 1) }

  private func draw(_ bar: ProgressBar) {
    var mode = stream.mode
    mode.width = width
    show(String(bar.rendered(for: mode).split(separator: "\n").first ?? ""))
  }

  /// A terminal that takes nothing is no reason to fail.
  private func show(_ line: String?) { try? stream.setStatus(line) }
}
