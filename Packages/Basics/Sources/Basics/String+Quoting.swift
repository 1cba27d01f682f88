extension String {
  /// Returns the text with invisible characters escaped in the form `\u{1b}`, truncated to a number of Unicode scalars.
  ///
  /// Untrusted paths, names and messages can contain any character. Control and format characters, line and paragraph
  /// separators, and unassigned code points are escaped, because they can move the cursor, or hide or reorder text
  /// (Unicode Technical Report 36, section 3).
  ///
  /// - Parameter limit: The maximum number of scalars. An ellipsis replaces the rest.
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

  /// Returns the text in quotation marks (“…”) for use in a sentence.
  ///
  /// Invisible characters are escaped, and long text is truncated to a number of scalars.
  public func quoted(limit: Int = 80) -> String {
    "“\(escapingInvisibles(limit: limit))”"
  }
}
