extension String {
  /// The text in quotation marks, cut after 60 characters, with everything escaped that is not visible where it stands: control characters,
  /// marks that change the direction of writing, separators of lines.
  var quoted: String {
    var result = "\""
    for (position, character) in enumerated() {
      guard position < 60 else { return result + "…\"" }
      for scalar in character.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
          result += "\\u{\(String(scalar.value, radix: 16))}"
        default:
          result += scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
        }
      }
    }
    return result + "\""
  }
}
