/// Makes words from outside fit for a message: nothing in them can move the cursor, hide or reorder text.
enum VisibleText {
  /// The longest text shown; the rest is replaced by an ellipsis.
  private static let longest = 120

  /// The text with control and invisible format characters written as `\u{1b}`, cut when very long.
  static func escaping(_ text: String) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < longest else { return result + "…" }
      count += 1
      if isHarmful(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text, escaped, between quotation marks, so that spaces at its ends are seen.
  static func quoted(_ text: String) -> String {
    "'\(escaping(text))'"
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Cc and Cf: controls, and marks that reorder or hide text (Unicode Technical Report 36, section 3).
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: true
    default: false
    }
  }
}
