import NetworkingFoundation

enum BodyExcerpt {
  /// Repairs UTF-8, redacts secrets, sanitizes the text and truncates it to ``ServiceFailure/excerptLimit`` characters.
  ///
  /// More bytes are redacted than shown, because a secret may be long and isn't recognizable if it is cut off.
  static func text(of data: Data) -> String {
    let text = String(decoding: data.prefix(16 << 10), as: UTF8.self)
    let words = SecretRedactor().redacted(text).unicodeScalars.split { $0.isSpaceOrUnsafe }
    let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    return line.count > ServiceFailure.excerptLimit ? line.prefix(ServiceFailure.excerptLimit - 1) + "…" : line
  }

  static func text(of text: String) -> String { self.text(of: Data(text.utf8)) }
}

extension String {
  /// The text on one line, without characters that could control a terminal or reorder other text.
  ///
  /// Errors quote text from services, certificates, proxies and files. Each run of white space and unsafe characters
  /// becomes one space.
  var sanitized: String {
    let isPlain = utf8.allSatisfy { (0x20...0x7E).contains($0) }
    guard !isPlain, unicodeScalars.contains(where: { $0 != " " && $0.isSpaceOrUnsafe }) else { return self }
    let words = unicodeScalars.split { $0.isSpaceOrUnsafe }
    return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
  }

  /// The URL without its query and fragment, which may be private.
  var withoutQuery: String { String(prefix { $0 != "?" && $0 != "#" }) }

  /// The text without a final period, for use within a sentence.
  var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension Unicode.Scalar {
  /// Whether the character is white space, a control character or a format character other than a joiner.
  var isSpaceOrUnsafe: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: value != 0x200C && value != 0x200D
    default: properties.isWhitespace
    }
  }
}

extension CodingKey {
  var nameInPath: String { intValue.map { "[\($0)]" } ?? stringValue }
}

extension Error {
  /// The error's description, worded for use within a sentence.
  var wordsInSentence: String { ((self as? any LocalizedError)?.errorDescription ?? "\(self)").withoutPeriod }
}
