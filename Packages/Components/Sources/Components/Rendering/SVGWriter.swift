extension CellBuffer {
  /// Returns the grid as an SVG image for documentation, with a description for screen readers.
  ///
  /// Every run of cells with the same style is a separate text element, so a font with different widths shifts only
  /// that run. Lines, blocks and Braille dots are drawn as shapes. Text is escaped for XML.
  public func svg(title: String, appearance: Appearance = .dark) -> String {
    SVGWriter(buffer: self, appearance: appearance).document(title: title.sanitized(.singleLine))
  }
}

extension RenderedFrame {
  /// Returns the frame as an SVG image, including the cursor, as described for ``CellBuffer/svg(title:appearance:)``.
  public func svg(title: String, appearance: Appearance = .dark) -> String {
    SVGWriter(buffer: buffer, appearance: appearance, cursor: cursor).document(title: title.sanitized(.singleLine))
  }
}

/// A writer that represents a grid of cells as an SVG 1.1 image.
struct SVGWriter {
  let buffer: CellBuffer
  let appearance: Appearance
  var cursor: Point?

  /// The sizes of a cell and of the margin, in pixels.
  private static let cellWidth = 9
  private static let cellHeight = 18
  private static let margin = 9
  private static let descent = 5

  private var foreground: RGB { appearance == .dark ? RGB(hex: 0xD8DCE6) : RGB(hex: 0x1B1E26) }
  private var background: RGB { Self.background(appearance) }

  private static func background(_ appearance: Appearance) -> RGB {
    appearance == .dark ? RGB(hex: 0x14161C) : RGB(hex: 0xFFFFFF)
  }

  func document(title: String) -> String {
    var output = Self.head(buffer.size, title: title, appearance: appearance)
    for row in 0..<buffer.size.height { output += self.row(row) }
    if let cursor { appendCursor(cursor, to: &output) }
    return output + Self.foot
  }

  /// Returns the start of a document, including the background, up to the rows.
  static func head(_ size: Size, title: String, appearance: Appearance) -> String {
    let width = size.width * cellWidth + 2 * margin
    let height = size.height * cellHeight + 2 * margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img">
      <title>\(escaped(title))</title>
      <rect width="\(width)" height="\(height)" rx="6" fill="\(hex(background(appearance)))"/>
      <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="15" xml:space="preserve">

      """
  }

  static let foot = "</g>\n</svg>\n"

  func row(_ row: Int) -> String {
    var output = ""
    let width = buffer.size.width
    var start = 0
    while start < width {
      var end = start + 1
      // Only narrow single code points share a run, because fonts use different widths for the rest.
      while end < width, belongsToRun(row: row, start: start, column: end) { end += 1 }
      appendRun(row: row, columns: start..<end, to: &output)
      start = end
    }
    return output
  }

  private func belongsToRun(row: Int, start: Int, column: Int) -> Bool {
    let first = buffer[start, row]
    let next = buffer[column, row]
    if next.symbol.isContinuation { return true }
    guard Self.isShape(first.symbol) == Self.isShape(next.symbol), Self.shade(first.symbol) == Self.shade(next.symbol)
    else { return false }
    return first.width == 1 && next.width == 1 && !first.symbol.isCluster && !next.symbol.isCluster
      && next.style == first.style && next.link == first.link
  }

  private func appendRun(row: Int, columns: Range<Int>, to output: inout String) {
    let cell = buffer[columns.lowerBound, row]
    let x = Self.margin + columns.lowerBound * Self.cellWidth
    let y = Self.margin + row * Self.cellHeight
    let width = columns.count * Self.cellWidth
    let isInverse = cell.attributes.contains(.inverse)
    var ink = cell.foreground.color?.components
    var paper = cell.background.color?.components
    if isInverse { (ink, paper) = (paper ?? background, ink ?? foreground) }
    if let paper {
      output += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(Self.cellHeight)\""
      output += " fill=\"\(Self.hex(paper))\" shape-rendering=\"crispEdges\"/>\n"
    }
    if Self.isShape(cell.symbol) {
      appendShapes(row: row, columns: columns, color: Self.hex(ink ?? foreground), to: &output)
      return
    }
    let isLine = !cell.attributes.isDisjoint(with: [.underline, .strikethrough])
    let inked = isLine ? columns : trimmed(columns, row: row)
    guard !cell.attributes.contains(.hidden), !inked.isEmpty else { return }
    let text = inked.reduce(into: "") { $0 += buffer.text(x: $1, y: row) }
    let baseline = y + Self.cellHeight - Self.descent
    let textX = Self.margin + inked.lowerBound * Self.cellWidth
    let textWidth = inked.count * Self.cellWidth
    var element = "<text x=\"\(textX)\" y=\"\(baseline)\" textLength=\"\(textWidth)\" lengthAdjust=\"spacingAndGlyphs\""
    element +=
      " fill=\"\(Self.hex(ink ?? foreground))\"\(Self.attributes(cell.attributes))>\(Self.escaped(text))</text>"
    if let link = buffer.link(x: columns.lowerBound, y: row) {
      element = "<a href=\"\(Self.escaped(link.target))\">\(element)</a>"
    }
    output += element + "\n"
  }

  /// Appends lines and blocks as shapes, because fonts leave gaps between them.
  private func appendShapes(row: Int, columns: Range<Int>, color: String, to output: inout String) {
    var shapes = SVGShapes()
    for column in columns {
      let x = Self.margin + column * Self.cellWidth
      shapes.add(buffer[column, row].symbol.value, x: x, y: Self.margin + row * Self.cellHeight)
    }
    let attributes = buffer[columns.lowerBound, row].attributes
    // An element can't have two opacities, so a shade combines its own with one for the fill.
    let look =
      shapes.opacity.map { Self.dimming(attributes, of: "fill-opacity") + " opacity=\"\($0)\"" }
      ?? Self.dimming(attributes)
    if !shapes.fill.isEmpty {
      output += "<path d=\"\(shapes.fill)\" fill=\"\(color)\" shape-rendering=\"crispEdges\"\(look)/>\n"
    }
    if !shapes.stroke.isEmpty {
      output += "<path d=\"\(shapes.stroke)\" fill=\"none\" stroke=\"\(color)\"\(look)/>\n"
    }
  }

  private func appendCursor(_ place: Point, to output: inout String) {
    let x = Self.margin + place.x * Self.cellWidth
    let y = Self.margin + place.y * Self.cellHeight
    output +=
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"2\" height=\"\(Self.cellHeight)\" fill=\"\(Self.hex(foreground))\"/>\n"
  }

  private static func isShape(_ symbol: CellSymbol) -> Bool {
    !symbol.isCluster && SVGShapes.contains(symbol.value)
  }

  private static func shade(_ symbol: CellSymbol) -> UInt32? {
    !symbol.isCluster && (0x2591...0x2593).contains(symbol.value) ? symbol.value : nil
  }

  /// Returns the columns without blanks at either end, because fonts and viewers treat such blanks differently.
  private func trimmed(_ columns: Range<Int>, row: Int) -> Range<Int> {
    var start = columns.lowerBound
    var end = columns.upperBound
    while start < end && buffer[start, row].symbol == .blank { start += 1 }
    while end > start && buffer[end - 1, row].symbol == .blank { end -= 1 }
    return start..<end
  }

  private static func attributes(_ attributes: TextAttributes) -> String {
    var result = ""
    if attributes.contains(.bold) { result += " font-weight=\"bold\"" }
    result += dimming(attributes)
    if attributes.contains(.italic) { result += " font-style=\"italic\"" }
    let lines = [
      attributes.contains(.underline) ? "underline" : nil,
      attributes.contains(.strikethrough) ? "line-through" : nil,
    ].compactMap { $0 }
    if !lines.isEmpty { result += " text-decoration=\"\(lines.joined(separator: " "))\"" }
    return result
  }

  private static func dimming(_ attributes: TextAttributes, of name: String = "opacity") -> String {
    attributes.contains(.dim) ? " \(name)=\"0.6\"" : ""
  }

  private static func hex(_ color: RGB) -> String {
    let number = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// Returns text escaped for XML 1.0, with replacements for code points that XML forbids.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
