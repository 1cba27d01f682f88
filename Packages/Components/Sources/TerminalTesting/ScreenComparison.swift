package import Components
import Terminal

/// A comparison of a simulated terminal's screen with the expected frame.
package enum ScreenComparison {
  /// Returns the first difference, with both screens, or `nil` if the screens agree.
  ///
  /// Clusters whose width depends on the terminal are compared only under the width rules in Components.
  package static func difference(
    of model: ModelTerminal,
    from frame: RenderedFrame,
    widths: ModelScreen.WidthModel
  ) -> String? {
    let buffer = frame.buffer
    for y in 0..<buffer.size.height {
      var x = 0
      while x < buffer.size.width {
        let cell = buffer[x, y]
        let text = buffer.text(x: x, y: y)
        let width = max(cell.width, 1)
        let shown = model.screen[x, y]
        let isDisputed = text.unicodeScalars.count > 1 || DisputedClusters.contains(cell.symbol)
        if !isDisputed {
          if shown.text != text || look(of: shown.text, shown.style) != look(of: text, cell.style) {
            return describe("\(x), \(y): “\(shown.text)” \(shown.style), not “\(text)” \(cell.style)", model, buffer)
          }
        } else if widths == .agreeing, !text.unicodeScalars.contains("\u{FE0E}"),
          shown.text != text || shown.style != cell.style
        {
          return describe("\(x), \(y): “\(shown.text)”, not “\(text)”", model, buffer)
        }
        x += width
      }
    }
    let isShown = model.modes.contains(25)
    if isShown != (frame.cursor != nil) { return describe("cursor is shown: \(isShown)", model, buffer) }
    if let cursor = frame.cursor, cursor != model.screen.cursor {
      return describe("cursor at \(model.screen.cursor), not at \(cursor)", model, buffer)
    }
    return nil
  }

  private static func look(of text: String, _ style: TextStyle) -> TextStyle {
    guard text == " ", style.attributes.isDisjoint(with: [.underline, .inverse, .strikethrough]) else { return style }
    return TextStyle(background: style.background)
  }

  private static func describe(_ what: String, _ model: ModelTerminal, _ buffer: CellBuffer) -> String {
    "\(what)\nactual:\n\(model.screen.lines.joined(separator: "\n"))\nexpected:\n\(buffer.lines.joined(separator: "\n"))"
  }
}
