import Components
import Foundation
import Navigation

/// The keys and clicks of a chart, the same on every screen.
@MainActor
struct ChartControls {
  let model: any ChartModel
  /// What the cursor reads out, such as `prices`.
  let values: String
  /// What clicks on the names of ranges and on the chart are aimed at.
  let rangeTarget: String
  let chartTarget: String

  /// The keys that move the cursor.
  var cursorKeys: [KeyBinding] {
    let model = model
    let hasChart = model.pointCount > 0
    let step = max(model.pointCount / 10, 1)
    return [
      KeyBinding(
        KeyPress(.left),
        .character("h"),
        label: "cursor",
        explanation: "Reads out \(values)",
        isEnabled: hasChart
      ) { model.moveCursor(by: -1) },
      KeyBinding(
        KeyPress(.right),
        .character("l"),
        label: "cursor to the right",
        explanation: "Moves the cursor to the right",
        prominence: .help,
        isEnabled: hasChart
      ) { model.moveCursor(by: 1) },
      KeyBinding(
        KeyPress(.left, .shift),
        label: "cursor far to the left",
        explanation: "Moves the cursor far to the left",
        prominence: .help,
        isEnabled: hasChart
      ) {
        model.moveCursor(by: -step)
      },
      KeyBinding(
        KeyPress(.right, .shift),
        label: "cursor far to the right",
        explanation: "Moves the cursor far to the right",
        prominence: .help,
        isEnabled: hasChart
      ) {
        model.moveCursor(by: step)
      },
      KeyBinding(
        .character("x"),
        label: "no cursor",
        explanation: "Takes the cursor away",
        prominence: .help,
        isEnabled: model.cursor != nil
      ) {
        model.removeCursor()
      },
    ]
  }

  /// Takes clicks on ranges and on the chart, which was drawn with these axes.
  ///
  /// - Returns: Whether it was one.
  func handle(_ event: ScreenEvent, plot: ChartPlot?) -> Bool {
    switch event {
    case .click(rangeTarget, let index?, _, _):
      guard model.ranges.indices.contains(index) else { return false }
      model.show(model.ranges[index])
    case .click(chartTarget, _, let place, _), .drag(chartTarget, _, let place):
      guard let plot else { return false }
      model.setCursor(near: Date(timeIntervalSince1970: plot.value(atColumn: place.x)))
    default: return false
    }
    return true
  }
}
