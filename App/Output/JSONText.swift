/// JSON as it may be shown on a terminal.
enum JSONText {
  /// Escapes what JSON allows in strings as it is, although a terminal could obey it or deceive its reader: DEL, C1 controls,
  /// line separators and bidirectional formatting.
  ///
  /// Such characters can stand only within strings of a document, so the document stays the same (RFC 8259, section 7).
  static func withoutControls(_ document: String) -> String {
    guard document.unicodeScalars.contains(where: isEscaped) else { return document }
    var text = String.UnicodeScalarView()
    for scalar in document.unicodeScalars {
      if isEscaped(scalar) {
        let digits = String(scalar.value, radix: 16)
        text.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
