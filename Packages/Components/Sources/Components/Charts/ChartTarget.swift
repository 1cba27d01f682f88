/// A chart's data under a name for clicks.
///
/// Only the data can be clicked: a click on the axes and their labels hits what is behind the chart.
///
/// ```swift
/// LineChart([series], target: ChartTarget("prices") { plot in self.plot = plot })
/// // …
/// case .click("prices", _, let place, _), .drag("prices", _, let place): cursor = plot?.value(atColumn: place.x)
/// ```
public struct ChartTarget {
  let name: String
  let plotted: (ChartPlot) -> Void

  /// Makes the data clickable.
  ///
  /// - Parameters:
  ///   - name: what clicks are reported under.
  ///   - plotted: takes where the data is, each time that the chart is drawn and has any.
  public init(_ name: String, plotted: @escaping (ChartPlot) -> Void) {
    self.name = name
    self.plotted = plotted
  }

  /// Says what can be clicked, and where it is.
  ///
  /// - Parameters:
  ///   - plot: the room for data in the canvas's area.
  ///   - scale: the horizontal axis.
  ///   - places: the places of what is drawn in the columns, for those that do not stand for one of their own.
  ///   - canvas: what the chart is drawn on.
  func add(_ plot: Rectangle, _ scale: ChartScale, places: [Double?] = [], on canvas: inout Canvas) {
    canvas.addTarget(name, in: plot)
    plotted(ChartPlot(area: canvas.inFrame(plot), range: scale.lower...scale.upper, places: places))
  }
}
