extension StyledText {
  /// The text as it is written in a mode: wrapped on a terminal, with the colours that the output can show.
  ///
  /// - Parameter mode: how the output is laid out.
  /// - Returns: the lines, divided by line feeds, without one at the end.
  public func rendered(for mode: OutputMode) -> String {
    guard mode.layout == .terminal, let width = mode.width else { return encoded(for: mode.capabilities) }
    return wrapped(to: max(width, 1), policy: mode.widthPolicy)
      .map { $0.encoded(for: mode.capabilities) }
      .joined(separator: "\n")
  }

  /// A copy in which line feeds have become blanks.
  public var onOneLine: StyledText {
    let newline = UInt8(ascii: "\n")
    guard spans.contains(where: { $0.text.utf8.contains(newline) }) else { return self }
    return StyledText(
      spans.map { Span(safe: $0.text.sanitized(.singleLine), $0.style, link: $0.link) }
    )
  }
}
