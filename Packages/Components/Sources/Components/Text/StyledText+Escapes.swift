extension StyledText {
  /// Reads text with escape sequences, such as another program's coloured output.
  ///
  /// Colours, attributes and links (OSC 8) become styles and links; every other sequence is left out, and what only looks
  /// like one is made visible. So text with escapes is measured, wrapped, truncated and cut like any other: read it, work
  /// on it, encode it.
  public init(escaped text: String) {
    self.init()
    guard text.utf8.contains(0x1B) else {
      append(Span(text))
      return
    }
    let bytes = Array(text.utf8)
    var decoder = SGRDecoder()
    var link: Hyperlink?
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let escape = buffer[index...].firstIndex(of: 0x1B) ?? buffer.count
        append(Self.span(buffer, index..<escape, decoder.style, link))
        guard escape < buffer.count else { break }
        guard let (sequence, end) = EscapeSequence.parse(buffer, at: escape) else {
          append(Self.span(buffer, escape..<(escape + 1), decoder.style, link))
          index = escape + 1
          continue
        }
        switch sequence {
        case .control(let parameters, UInt8(ascii: "m")) where !Self.isPrivate(buffer[parameters]):
          decoder.apply(buffer[parameters])
        case .command(let content): Self.applyCommand(buffer[content], &link)
        default: break
        }
        index = end
      }
    }
  }

  private static func span(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    _ style: TextStyle,
    _ link: Hyperlink?
  ) -> Span {
    Span(String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self), style, link: link)
  }

  /// Whether a sequence has a private marker or intermediate bytes, so that its meaning is another one.
  private static func isPrivate(_ parameters: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    parameters.contains { !(0x30...0x3B).contains($0) }
  }

  /// Applies `8 ; parameters ; target`, of which an empty target ends the link.
  private static func applyCommand(_ content: Slice<UnsafeBufferPointer<UInt8>>, _ link: inout Hyperlink?) {
    let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual("8".utf8) else { return }
    link = Hyperlink(String(decoding: parts[2], as: UTF8.self))
  }
}
