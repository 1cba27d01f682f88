import Components

/// A message broken between words into lines that fit the terminal's width.
struct MessageText {
  /// The indentation of all lines except the first.
  private static let indent = "  "

  let lines: [StyledText]

  /// Creates a message broken into lines; without a width, the message stays unchanged.
  ///
  /// Continuation lines have the first line's indentation, plus two spaces if the message is hanging. A word wider than
  /// the terminal, such as a URL, isn't broken, so it can still be copied and clicked.
  init(_ text: StyledText, width: Int?, policy: WidthPolicy = .standard, isHanging: Bool = true) {
    guard let width, width > Self.indent.count else {
      lines = [text]
      return
    }
    var lines: [StyledText] = []
    for line in Self.split(text, at: "\n") {
      let leading = StyledText(String(line.plainText.prefix { $0 == " " }))
      var current = leading
      var hasWord = false
      for word in Self.split(line, at: " ") where !word.isEmpty {
        let gap = hasWord ? 1 : 0
        if hasWord, current.displayWidth(policy) + gap + word.displayWidth(policy) > width {
          lines.append(current)
          current = leading + (isHanging ? StyledText(Self.indent) : StyledText()) + word
        } else {
          current += StyledText(hasWord ? " " : "") + word
        }
        hasWord = true
      }
      lines.append(current)
    }
    self.lines = lines
  }

  /// Splits text at a character while keeping the styles.
  private static func split(_ text: StyledText, at separator: Character) -> [StyledText] {
    var parts = [StyledText()]
    for span in text.spans {
      let pieces = span.text.split(separator: separator, omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { parts.append(StyledText()) }
        parts[parts.count - 1] += StyledText(String(piece), span.style, link: span.link)
      }
    }
    return parts
  }
}
