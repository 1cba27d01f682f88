extension String {
  /// Returns the text with all that is invisible written as `\u{1b}`, and cut after a number of Unicode scalars.
  ///
  /// Paths, names and messages from outside can hold anything. Escaped are control and format characters, line and paragraph
  /// separators, and unassigned code points: they move the cursor, hide text or reorder it (Unicode Technical Report 36, section 3).
  ///
  /// - Parameter limit: The number of scalars that are kept; an ellipsis stands for the rest.
  /// - Returns: The escaped text.
  public func escapingInvisibles(limit: Int = 1_024) -> String {
    var result = ""
    for (position, scalar) in unicodeScalars.enumerated() {
      guard position < limit else { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text for a sentence: in quotation marks “…”, with invisible characters escaped, and cut after a number of scalars.
  public func quoted(limit: Int = 80) -> String {
    "“\(escapingInvisibles(limit: limit))”"
  }
}
