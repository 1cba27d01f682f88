extension String {
  /// The text in lines no wider than the given cells.
  ///
  /// Line feeds end a line and are in none; blanks where a line was divided are left out. A cluster wider than the whole
  /// line becomes `?`. Linear in the length; the lines share the text's storage.
  ///
  /// - Parameters:
  ///   - width: the cells; below one nothing fits, and there is no line.
  ///   - mode: where lines may be divided.
  ///   - policy: how wide ambiguous characters are.
  /// - Returns: the lines in order, at least one if the width is at least one.
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

  /// The text, or what is left of it with an ellipsis, so that it takes no more than the given cells.
  ///
  /// - Parameters:
  ///   - width: the cells.
  ///   - position: where something is left out.
  ///   - ellipsis: what stands for it; left out itself where it is wider than the cells.
  ///   - policy: how wide ambiguous characters are.
  /// - Returns: a text of at most `width` cells, line feeds not counted.
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

  /// The part of the text in the given columns, counted from 0.
  ///
  /// Of a wide cluster that is only half in them a blank is left, so that the columns after it stay where they were.
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

  /// The index of a byte of the text's UTF-8.
  ///
  /// Constant time for strings stored as UTF-8.
  @inline(__always)
  func index(atByte offset: Int) -> String.Index { utf8.index(utf8.startIndex, offsetBy: offset) }
}

/// A part of what is left of a text after an operation on its columns.
enum TextPiece: Hashable {
  /// Bytes of the text; the ends are cluster boundaries.
  case bytes(Range<Int>)
  /// Blanks, at an offset that decides their style.
  case blanks(Int, at: Int)
  /// The sign for what was left out, at an offset that decides its style.
  case ellipsis(at: Int)
  /// A stand-in, one cell wide, for a cluster that is too wide for the line.
  case placeholder(at: Int)
}

extension TextPiece {
  static let placeholder = "?"
}
