extension String {
  /// The text with control characters, invisible direction marks and line breaks escaped, and cut to a bearable length.
  ///
  /// Paths, program names and error texts can hold anything; this is how they go into messages.
  var printable: String {
    var result = ""
    for scalar in unicodeScalars.prefix(1_024) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
