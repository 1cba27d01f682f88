extension String {
  /// Returns the text divided into lines with a maximum width, in cells.
  ///
  /// Line feeds, and blanks at line breaks, are removed. A cluster wider than a whole line becomes `?`. There is at
  /// least one line unless the width is below one. The lines share the text's storage. The work is O(n).
  public func wrapped(
    to width: Int,
    mode: WrapMode = .words,
    policy: WidthPolicy = .standard
  ) -> [Substring] {
    var lines: [Substring] = []
    withClusterScanner(policy) { scanner in
      var breaker = LineBreaker(scanner, width: width, mode: mode)
      breaker.forEachLine { piece in
        if case .bytes(let range) = piece {
          lines.append(self[index(atByte: range.lowerBound)..<index(atByte: range.upperBound)])
        } else {
          lines.append(Substring(TextPiece.placeholder))
        }
      }
    }
    return lines
  }

  /// Returns the text, truncated with an ellipsis if it is wider than a number of cells; line feeds have width 0.
  ///
  /// The ellipsis itself is omitted if it is wider than `width`.
  public func truncated(
    to width: Int,
    at position: TruncationPosition = .end,
    ellipsis: String = "…",
    policy: WidthPolicy = .standard
  ) -> String {
    let pieces = withClusterScanner(policy) { scanner in
      ColumnCutter(scanner: scanner)
        .truncated(to: width, at: position, ellipsisWidth: ellipsis.displayWidth(policy))
    }
    return pieces.map { assembled($0, ellipsis: ellipsis) } ?? self
  }

  /// Returns the part of the text in a range of columns, counted from 0.
  ///
  /// A wide cluster that is only half within the range becomes a blank, which keeps the following columns aligned.
  public func columns(_ columns: Range<Int>, policy: WidthPolicy = .standard) -> String {
    let pieces = withClusterScanner(policy) { ColumnCutter(scanner: $0).columns(columns) }
    return assembled(pieces, ellipsis: "")
  }

  var startsWithMark: Bool { unicodeScalars.first.map { ScalarTable.shared[$0.value].contains(.joins) } ?? false }

  private func assembled(_ pieces: [TextPiece], ellipsis: String) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .bytes(let range): result += self[index(atByte: range.lowerBound)..<index(atByte: range.upperBound)]
      case .blanks(let count, _): result += String(repeating: " ", count: count)
      case .ellipsis: result += ellipsis
      case .placeholder: result += TextPiece.placeholder
      }
    }
    return result
  }

  /// Returns the index of a byte in the text's UTF-8, in O(1) for strings stored as UTF-8.
  @inline(__always)
  func index(atByte offset: Int) -> String.Index { utf8.index(utf8.startIndex, offsetBy: offset) }
}

enum TextPiece: Hashable {
  /// Bytes of the text, from one cluster boundary to another.
  case bytes(Range<Int>)
  /// Blanks with the style at an offset.
  case blanks(Int, at: Int)
  /// An ellipsis with the style at an offset.
  case ellipsis(at: Int)
  /// A one-cell replacement for a cluster that is wider than the line.
  case placeholder(at: Int)
}

extension TextPiece {
  static let placeholder = "?"
}
