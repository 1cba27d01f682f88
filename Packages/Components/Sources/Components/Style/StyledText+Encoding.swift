extension StyledText {
  /// The text with the control sequences for its styles and links, as far as the output can show them.
  ///
  /// Everything is ended before each line feed and at the end, so that every line can be printed alone and neither a
  /// colour nor a link runs on into what follows. With ``OutputCapabilities/plain`` this is ``plainText``.
  public func encoded(for capabilities: OutputCapabilities) -> String {
    if capabilities.isPlain { return plainText }
    var output = [UInt8]()
    output.reserveCapacity(spans.reduce(16) { $0 + $1.text.utf8.count + 24 })
    appendEncoded(for: capabilities, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the encoded text to bytes; starts and ends with the plain style.
  package func appendEncoded(for capabilities: OutputCapabilities, into output: inout [UInt8]) {
    var style = TextStyle.plain
    var link: Hyperlink?
    let newline = UInt8(ascii: "\n")
    for span in spans {
      let wantedStyle = span.style.reduced(to: capabilities)
      let wantedLink = capabilities.showsHyperlinks ? span.link : nil
      var text = Substring(span.text).utf8
      while let first = text.first {
        if first == newline {
          Self.close(&style, &link, into: &output)
          output.append(newline)
          text.removeFirst()
          continue
        }
        let end = text.firstIndex(of: newline) ?? text.endIndex
        Self.move(&link, to: wantedLink, into: &output)
        SGREncoder.appendTransition(from: style, to: wantedStyle, into: &output)
        style = wantedStyle
        output.append(contentsOf: text[..<end])
        text = text[end...]
      }
    }
    Self.close(&style, &link, into: &output)
  }

  private static func close(_ style: inout TextStyle, _ link: inout Hyperlink?, into output: inout [UInt8]) {
    SGREncoder.appendTransition(from: style, to: .plain, into: &output)
    style = .plain
    move(&link, to: nil, into: &output)
  }

  /// Ends the old link and starts the new one (OSC 8); the string terminator is the two-byte one of ECMA-48.
  private static func move(_ link: inout Hyperlink?, to wanted: Hyperlink?, into output: inout [UInt8]) {
    guard link != wanted else { return }
    output.append(contentsOf: "\u{1B}]8;;".utf8)
    if let wanted { output.append(contentsOf: wanted.target.utf8) }
    output.append(contentsOf: "\u{1B}\\".utf8)
    link = wanted
  }
}
