import Foundation

/// The beginning of a body as one line of text, for errors.
enum BodyExcerpt {
  /// Repairs the encoding, makes white space and controls single spaces, and cuts at ``ServiceFailure/excerptLimit``.
  static func text(of data: Data) -> String {
    let text = String(decoding: data.prefix(ServiceFailure.excerptLimit * 4), as: UTF8.self)
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    return line.count > ServiceFailure.excerptLimit ? line.prefix(ServiceFailure.excerptLimit - 1) + "…" : line
  }

  /// The same of a text.
  static func text(of text: String) -> String { self.text(of: Data(text.utf8)) }
}
