import Foundation

/// The beginning of a body as one line of text, for errors.
enum BodyExcerpt {
  /// Repairs the encoding, replaces recognizable secrets, sanitizes the text, and cuts it at ``ServiceFailure/excerptLimit``.
  ///
  /// Secrets are replaced before the cut, because the first half of a secret can't be recognized. The text may have long tokens, so more bytes are read
  /// than shown.
  static func text(of data: Data) -> String {
    let text = String(decoding: data.prefix(16 << 10), as: UTF8.self)
    let words = SecretRedactor().redacted(text).unicodeScalars.split { $0.isSpaceOrUnsafe }
    let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    return line.count > ServiceFailure.excerptLimit ? line.prefix(ServiceFailure.excerptLimit - 1) + "…" : line
  }

  /// The same of a text.
  static func text(of text: String) -> String { self.text(of: Data(text.utf8)) }
}
