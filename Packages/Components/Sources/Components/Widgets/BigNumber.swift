/// A number drawn in digits three rows tall, or as plain text if there isn't enough space.
///
/// Large forms exist for digits, commas, periods, spaces, + and -. Text with any other character stays plain.
public struct BigNumber: Widget {
  private let text: String
  private let label: String

  /// The number of rows that large digits take up.
  public static let height = 3

  /// Creates a number from formatted text, with a label that appears only in text for screen readers and pipes.
  public init(_ text: String, label: String = "") {
    self.text = text.sanitized(.singleLine)
    self.label = label
  }

  /// Returns whether the large form fits into a number of columns.
  public func isLarge(in width: Int, _ environment: RenderEnvironment) -> Bool {
    rows(environment).map { $0[0].count <= width } ?? false
  }

  /// Returns a range that shrinks from the width of the large form to the width of the text, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let plain = text.displayWidth(environment.widthPolicy)
    let large = rows(environment)?[0].count ?? plain
    return LengthRange(minimum: min(plain, large), ideal: large, maximum: large)
  }

  /// Returns a fixed height: three rows, or one for plain text.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    isLarge(in: width, environment) ? LengthRange(minimum: 1, ideal: Self.height, maximum: Self.height) : .fixed(1)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let style = environment.theme.typography.title
    guard let rows = rows(environment), rows[0].count <= canvas.size.width, canvas.size.height >= rows.count else {
      canvas.write(gradient(text, style, environment), row: 0)
      return
    }
    for (row, line) in rows.enumerated() {
      canvas.write(gradient(line, style, environment), at: Point(x: 0, y: row))
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    reader.read(StyledText(label.isEmpty ? text : "\(label): \(text)"))
  }

  private func gradient(_ text: String, _ style: TextStyle, _ environment: RenderEnvironment) -> StyledText {
    environment.theme.accentGradient.applied(to: text, style: style)
  }

  /// Returns the rows of the large form, all with the same length, or `nil` if a character has no large form.
  private func rows(_ environment: RenderEnvironment) -> [String]? {
    var rows = Array(repeating: "", count: Self.height)
    for character in text {
      guard let glyph = Self.glyph(character, environment.glyphs) else { return nil }
      for (row, part) in glyph.enumerated() {
        if !rows[row].isEmpty { rows[row] += " " }
        rows[row] += part
      }
    }
    return text.isEmpty ? nil : rows
  }

  private static func glyph(_ character: Character, _ glyphs: GlyphSet) -> [String]? {
    switch character {
    case ",": return [" ", " ", glyphs == .unicode ? "\u{2597}" : ","]
    case ".": return [" ", " ", glyphs == .unicode ? "\u{2584}" : "."]
    // Thousands separators, including the apostrophe and the narrow spaces that some languages use.
    case " ", "\u{A0}", "\u{202F}", "'", "\u{2019}": return [" ", " ", " "]
    case "-", "\u{2212}": return glyphs == .unicode ? ["  ", "\u{2584}\u{2584}", "  "] : [" ", "-", " "]
    case "+": return glyphs == .unicode ? [" \u{2584} ", "\u{2580}\u{2588}\u{2580}", "   "] : [" ", "+", " "]
    default: break
    }
    guard let digit = character.wholeNumberValue, character.isASCII else { return nil }
    return glyphs == .unicode ? block(digit) : segments[digit]
  }

  /// The dots in each digit, three by five, in rows from the top, with the leftmost dot as the highest bit.
  private static let dots: [[Int]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1], [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]

  /// The digits in seven-segment form.
  private static let segments: [[String]] = [
    [" _ ", "| |", "|_|"], ["   ", "  |", "  |"], [" _ ", " _|", "|_ "], [" _ ", " _|", " _|"], ["   ", "|_|", "  |"],
    [" _ ", "|_ ", " _|"], [" _ ", "|_ ", "|_|"], [" _ ", "  |", "  |"], [" _ ", "|_|", "|_|"], [" _ ", "|_|", " _|"],
  ]

  /// Returns a digit in half blocks, two dots per cell, with the upper half of the first row empty.
  private static func block(_ digit: Int) -> [String] {
    let padded = [0] + dots[digit]
    return (0..<height).map { row in
      let (upper, lower) = (padded[2 * row], padded[2 * row + 1])
      return [4, 2, 1].reduce(into: "") { text, bit in
        switch (upper & bit != 0, lower & bit != 0) {
        case (true, true): text += "\u{2588}"
        case (true, false): text += "\u{2580}"
        case (false, true): text += "\u{2584}"
        case (false, false): text += " "
        }
      }
    }
  }
}
