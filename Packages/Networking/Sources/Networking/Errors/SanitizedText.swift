extension String {
  /// The text on one line, without characters that could control a terminal or change the order of other text.
  ///
  /// Errors quote text from elsewhere: of services, certificates, proxies, files. Each run of white space and unsafe characters becomes one space.
  var sanitized: String {
    let isPlain = utf8.allSatisfy { (0x20...0x7E).contains($0) }
    guard !isPlain, unicodeScalars.contains(where: { $0 != " " && $0.isSpaceOrUnsafe }) else { return self }
    let words = unicodeScalars.split { $0.isSpaceOrUnsafe }
    return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// Whether the character is white space, a control, or a format character other than the joiners that words and emoji are made with.
  var isSpaceOrUnsafe: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: value != 0x200C && value != 0x200D
    default: properties.isWhitespace
    }
  }
}
