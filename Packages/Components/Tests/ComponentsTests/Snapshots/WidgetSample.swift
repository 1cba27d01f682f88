import Foundation

@testable import Components

struct WidgetSample {
  let name: String
  let states: [(name: String, widget: any Widget)]
  /// The height of the area, or `nil` for the ideal height.
  var height: Int?

  init(_ name: String, height: Int? = nil, _ states: [(name: String, widget: any Widget)]) {
    self.name = name
    self.height = height
    self.states = states
  }

  static var all: [WidgetSample] { controls + containers + charts + layout }

  static let widths = [12, 40, 72]

  /// Areas in which widgets truncate text, and drop columns, gaps and borders.
  private static let smallSizes = [(24, 6), (13, 4), (7, 3), (3, 2)].map { Size(width: $0, height: $1) }

  static let environments: [(name: String, environment: RenderEnvironment)] = [
    ("plain", .plain),
    ("ASCII", .ascii),
    ("16 colors", .depth(.sixteen)),
    ("256 colors", .depth(.twoFiftySix)),
    ("true color", .depth(.trueColor)),
  ]

  /// All snapshots, joined into one string.
  var pictures: String {
    var output = ""
    for (state, widget) in states {
      for width in Self.widths {
        for (name, environment) in Self.environments {
          output += "=== \(state) | \(width) columns | \(name)\n"
          output += picture(widget, width: width, environment).encoded().showingEscapes
        }
      }
      for size in Self.smallSizes {
        let small = widget.frame(size: size, environment: .plain)
        output += "=== \(state) | \(size.width) x \(size.height) | plain\n" + small.buffer.encoded()
      }
      output += "=== \(state) | measured\n" + Self.measurements(widget)
      let size = picture(widget, width: 40, .plain).size
      let interaction = Self.interaction(widget.frame(size: size, environment: .plain))
      if !interaction.isEmpty { output += "=== \(state) | 40 columns | interaction\n" + interaction }
      output += "=== \(state) | linear\n"
      for line in widget.linearLines(in: .plain) { output += line.plainText + "\n" }
    }
    return output
  }

  /// The minimum, ideal and maximum width, and the same heights at several widths.
  private static func measurements(_ widget: any Widget) -> String {
    func text(_ range: LengthRange) -> String {
      let maximum = range.maximum == LengthRange.unlimited ? "any" : "\(range.maximum)"
      return "\(range.minimum), \(range.ideal), \(maximum)\n"
    }
    return [8, 12, 24, 40].reduce(into: "width: " + text(widget.widthRange(in: .plain))) { result, width in
      result += "height at \(width): " + text(widget.heightRange(width: width, in: .plain))
    }
  }

  /// The cursor, viewports, charts and click targets of a frame, one per line.
  static func interaction(_ frame: RenderedFrame) -> String {
    func text(_ area: Rectangle) -> String { "\(area.minX), \(area.minY), \(area.size.width) x \(area.size.height)" }
    var lines: [String] = []
    if let cursor = frame.cursor { lines.append("cursor: \(cursor.x), \(cursor.y)") }
    for (name, viewport) in frame.viewports.sorted(by: { $0.key < $1.key }) {
      lines.append("viewport \(name): \(text(viewport.area)) of \(viewport.content.width) x \(viewport.content.height)")
    }
    for (name, plot) in frame.plots.sorted(by: { $0.key < $1.key }) {
      let columns = [plot.area.minX, (plot.area.minX + plot.area.maxX) / 2, plot.area.maxX - 1]
      let values = columns.map { "\((plot.value(atColumn: $0) * 1_000).rounded() / 1_000)" }.joined(separator: ", ")
      lines.append("plot \(name): \(text(plot.area)) with \(values)")
    }
    for target in frame.targets {
      lines.append("target \(target.name) \(target.index.map { "\($0)" } ?? "-"): \(text(target.area))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  func picture(_ widget: any Widget, width: Int, _ environment: RenderEnvironment) -> CellBuffer {
    guard let height else { return widget.buffer(width: width, maximumHeight: 60, environment: environment) }
    return widget.frame(size: Size(width: width, height: height), environment: environment).buffer
  }
}

extension String {
  fileprivate var showingEscapes: String { replacingOccurrences(of: "\u{1B}", with: "\u{241B}") }
}
