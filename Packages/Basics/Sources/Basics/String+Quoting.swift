extension String {
  /// Returns at most `limit` Unicode scalars of the text, with invisible characters escaped as in `\u{1b}`.
  ///
  /// An ellipsis replaces the remaining text. Control and format characters, line and paragraph separators, and
  /// unassigned code points are escaped, because they can move the cursor, or hide or reorder text (Unicode Technical
  /// Report 36, section 3).
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

  /// Returns at most `limit` Unicode scalars of the text in quotation marks (“…”), with invisible characters escaped.
  public func quoted(limit: Int = 80) -> String {
    "“\(escapingInvisibles(limit: limit))”"
  }
}
