/// Cuts pieces out of styled text; the pieces' offsets must not decrease, so that each span is looked at once.
struct SpanSlicer {
  private let spans: [StyledText.Span]
  private var current = 0
  /// The offset, in the whole text, of the current span's first byte.
  private var currentStart = 0

  init(_ spans: [StyledText.Span]) { self.spans = spans }

  /// The pieces, one after the other, each with the look of the place that it comes from.
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
