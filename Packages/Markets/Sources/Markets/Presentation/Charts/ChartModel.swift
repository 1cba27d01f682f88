import Components
import Foundation
import Navigation

@MainActor
protocol ChartModel: AnyObject {
  var range: PriceRange { get }
  var times: [Date] { get }
  var cursor: ChartCursor { get set }

  func show(_ range: PriceRange)
}

extension ChartModel {
  /// The available ranges in ascending order, including the current range even if it is an unlisted one from a link.
  var ranges: [PriceRange] {
    guard let count = range.dayCount, !PriceRange.offered.contains(range) else { return PriceRange.offered }
    let shorter = PriceRange.offered.prefix { $0.dayCount ?? .max < count }
    return shorter + [range] + PriceRange.offered.dropFirst(shorter.count)
  }

  func moveRange(by distance: Int) {
    let ranges = ranges
    guard let index = ranges.firstIndex(of: range) else { return }
    show(ranges[min(max(index + distance, 0), ranges.count - 1)])
  }

  func moveCursor(by distance: Int) { cursor.move(by: distance, count: times.count) }

  func setCursor(near moment: Date) {
    if let index = times.index(nearestTo: moment, by: \.self) { cursor = ChartCursor(index: index) }
  }
}

struct ChartCursor: Equatable {
  /// The index of the point at the cursor, counted from the earliest point; `nil` if there is no cursor.
  private(set) var index: Int?

  /// Moves the cursor by a number of points; a first move backward starts at the last point, and forward at the first.
  mutating func move(by distance: Int, count: Int) {
    guard count > 0 else { return }
    guard let index else {
      self.index = distance < 0 ? count - 1 : 0
      return
    }
    self.index = min(max(index + distance, 0), count - 1)
  }

  mutating func keep(within count: Int) { index = index.flatMap { count == 0 ? nil : min($0, count - 1) } }

  mutating func remove() { index = nil }
}

/// The chart's key bindings and mouse handling, which are the same on every screen.
@MainActor
struct ChartControls {
  let model: any ChartModel
  /// The plural name of the charted values, such as `prices`.
  let values: String
  let rangeTarget: String
  let chartTarget: String

  var cursorKeys: [KeyBinding] {
    let model = model
    let count = model.times.count
    let step = max(count / 10, 1)
    func far(_ key: Key, _ side: String, by distance: Int) -> KeyBinding {
      KeyBinding(
        KeyPress(key, .shift),
        label: "Cursor far \(side)",
        explanation: "Move the cursor far to the \(side)",
        prominence: .help,
        isEnabled: count > 0
      ) { model.moveCursor(by: distance) }
    }
    return [
      KeyBinding(
        KeyPress(.left),
        .character("h"),
        label: "Read",
        explanation: "Read out \(values) at the cursor",
        isEnabled: count > 0
      ) { model.moveCursor(by: -1) },
      KeyBinding(
        KeyPress(.right),
        .character("l"),
        label: "Cursor right",
        explanation: "Move the cursor to the right",
        prominence: .help,
        isEnabled: count > 0
      ) { model.moveCursor(by: 1) },
      far(.left, "left", by: -step),
      far(.right, "right", by: step),
      KeyBinding(
        KeyPress(.backspace),
        label: "Hide cursor",
        explanation: "Hide the cursor",
        prominence: .help,
        isEnabled: model.cursor.index != nil
      ) { model.cursor.remove() },
    ]
  }

  /// Handles clicks on the ranges and on the plot from the last frame.
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

extension [StyledText] {
  func first(within width: Int, in environment: RenderEnvironment) -> StyledText {
    first { environment.width(of: $0) <= width } ?? last ?? StyledText()
  }
}
