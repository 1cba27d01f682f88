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
      output += "=== \(state) | linear\n"
      for line in widget.linearLines(in: .plain) { output += line.plainText + "\n" }
    }
    return output
  }

  func picture(_ widget: any Widget, width: Int, _ environment: RenderEnvironment) -> CellBuffer {
    guard let height else { return widget.buffer(width: width, maximumHeight: 60, environment: environment) }
    return widget.frame(size: Size(width: width, height: height), environment: environment).buffer
  }
}

extension String {
  fileprivate var showingEscapes: String { replacingOccurrences(of: "\u{1B}", with: "\u{241B}") }
}
