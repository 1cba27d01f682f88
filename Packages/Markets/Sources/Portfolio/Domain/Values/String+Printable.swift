extension String {
  /// The text with control characters and invisible direction marks escaped, and cut to a bearable length, for
  /// messages.
  var printable: String {
    var result = ""
    for scalar in unicodeScalars.prefix(1_024) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
