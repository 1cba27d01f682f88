/// Lays declared texts out in lines of a given width.
///
/// The texts are the program's own and plain, so a character counts as one column.
enum TextColumns {
  /// Breaks a text at its spaces; words longer than the width keep a line of their own.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Wraps each paragraph (they are separated by empty lines), with an indentation.
  static func paragraphs(_ text: String, indentation: Int = 0, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n\n") {
      if !lines.isEmpty { lines.append("") }
      lines += wrap(String(paragraph), width: max(1, width - indentation)).map { margin + $0 }
    }
    return lines
  }

  /// Whether explanations stand below their labels, for want of room beside them.
  static func isNarrow(_ width: Int) -> Bool { width < 50 }

  /// Sets labels left and explanations right of them, aligned.
  ///
  /// A label that is too wide for the column, and every label when the width is small, has its explanation below.
  static func table(_ rows: [(label: String, text: String)], width: Int) -> [String] {
    let indentation = 2
    let gap = 2
    // Two fifths of the width at most, so that the explanation keeps the greater part.
    let widest = min(width * 2 / 5, 32)
    let column = rows.map(\.label.count).filter { $0 <= widest }.max() ?? 0
    let isNarrow = isNarrow(width)
    let textStart = isNarrow ? 6 : indentation + column + gap
    let margin = String(repeating: " ", count: textStart)
    var lines: [String] = []
    for row in rows {
      let label = "  " + row.label
      var text = wrap(row.text, width: max(1, width - textStart))
      if !isNarrow, row.label.count <= column, !text.isEmpty {
        let first = text.removeFirst()
        lines.append(label + String(repeating: " ", count: textStart - label.count) + first)
      } else {
        lines.append(label)
      }
      lines += text.map { margin + $0 }
    }
    return lines
  }
}
