extension StyledText {
  /// Returns the width of the text on one line, in terminal cells, as `StringProtocol.displayWidth(_:)` does.
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int {
    spans.count == 1 ? spans[0].text.displayWidth(policy) : plainText.displayWidth(policy)
  }

  /// Returns the text divided into lines like `String.wrapped(to:mode:policy:)`, keeping styles and links.
  public func wrapped(
    to width: Int,
    mode: WrapMode = .words,
    policy: WidthPolicy = .standard
  ) -> [StyledText] {
    let plain = plainText
    var pieces: [TextPiece] = []
    plain.withClusterScanner(policy) { scanner in
      var breaker = LineBreaker(scanner, width: width, mode: mode)
      breaker.forEachLine { pieces.append($0) }
    }
    var slicer = SpanSlicer(spans)
    return pieces.map { slicer.assembled([$0], ellipsis: "") }
  }

  /// Returns the text truncated like `String.truncated(to:at:ellipsis:policy:)`, with an ellipsis in the surrounding
  /// style.
  public func truncated(
    to width: Int,
    at position: TruncationPosition = .end,
    ellipsis: String = "…",
    policy: WidthPolicy = .standard
  ) -> StyledText {
    let safeEllipsis = ellipsis.sanitized(.singleLine)
    let pieces = plainText.withClusterScanner(policy) { scanner in
      ColumnCutter(scanner: scanner)
        .truncated(to: width, at: position, ellipsisWidth: safeEllipsis.displayWidth(policy))
    }
    guard let pieces else { return self }
    var slicer = SpanSlicer(spans)
    return slicer.assembled(pieces, ellipsis: safeEllipsis)
  }

  /// Returns the part of the text in a range of columns, counted from 0, as `String.columns(_:policy:)` does.
  public func columns(_ columns: Range<Int>, policy: WidthPolicy = .standard) -> StyledText {
    let pieces = plainText.withClusterScanner(policy) { ColumnCutter(scanner: $0).columns(columns) }
    var slicer = SpanSlicer(spans)
    return slicer.assembled(pieces, ellipsis: "")
  }

  /// Returns the text padded with styled blanks to a minimum width, in cells.
  public func padded(
    to width: Int,
    alignment: HorizontalAlignment = .leading,
    style: TextStyle = .plain,
    policy: WidthPolicy = .standard
  ) -> StyledText {
    let free = width - displayWidth(policy)
    guard free > 0 else { return self }
    let leading = spans.first?.text.startsWithMark == true ? 0 : alignment.leadingBlanks(of: free)
    var result = StyledText(safe: String(repeating: " ", count: leading), style)
    result.append(self)
    result.append(StyledText(safe: String(repeating: " ", count: free - leading), style))
    return result
  }

  /// Returns the text truncated or padded to an exact width, in cells.
  func fitted(
    to width: Int,
    alignment: HorizontalAlignment = .leading,
    style: TextStyle = .plain,
    policy: WidthPolicy = .standard
  ) -> StyledText {
    truncated(to: width, policy: policy).padded(to: width, alignment: alignment, style: style, policy: policy)
  }
}

/// A slicer that extracts parts of styled text in the order of their offsets, visiting each span once.
struct SpanSlicer {
  private let spans: [StyledText.Span]
  private var current = 0
  /// The offset of the current span's first byte in the whole text.
  private var currentStart = 0

  init(_ spans: [StyledText.Span]) { self.spans = spans }

  /// Returns the parts joined together, each in the style at its offset.
  mutating func assembled(_ pieces: [TextPiece], ellipsis: String) -> StyledText {
    var result = StyledText()
    for piece in pieces {
      switch piece {
      case .bytes(let range): append(range, to: &result)
      case .blanks(let count, let offset): append(String(repeating: " ", count: count), at: offset, to: &result)
      case .ellipsis(let offset): append(ellipsis, at: offset, to: &result)
      case .placeholder(let offset): append(TextPiece.placeholder, at: offset, to: &result)
      }
    }
    return result
  }

  private mutating func append(_ text: String, at offset: Int, to result: inout StyledText) {
    advance(to: offset)
    let span = spans[min(current, spans.count - 1)]
    result.append(StyledText.Span(safe: text, span.style, link: span.link))
  }

  private mutating func append(_ range: Range<Int>, to result: inout StyledText) {
    var start = range.lowerBound
    while start < range.upperBound {
      advance(to: start)
      let span = spans[current]
      let spanEnd = currentStart + span.text.utf8.count
      let end = min(range.upperBound, spanEnd)
      let text = span.text
      let slice = text[text.index(atByte: start - currentStart)..<text.index(atByte: end - currentStart)]
      result.append(StyledText.Span(safe: String(slice), span.style, link: span.link))
      start = end
    }
  }

  private mutating func advance(to offset: Int) {
    while current < spans.count - 1 && currentStart + spans[current].text.utf8.count <= offset {
      currentStart += spans[current].text.utf8.count
      current += 1
    }
  }
}
