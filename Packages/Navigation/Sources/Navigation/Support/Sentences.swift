/// Text from outside inside quotes: control characters escaped, cut after 80 characters.
func quoted(_ text: String) -> String {
  var result = "“"
  for (index, scalar) in text.unicodeScalars.enumerated() {
    if index == 80 {
      result += "…"
      break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "”"
}

/// A further sentence with the nearest names, or nothing when there are none.
func didYouMean(_ names: [String]) -> String {
  names.isEmpty ? "" : " Did you mean \(names.map(quoted).joined(separator: " or "))?"
}

/// A decoding failure as one sentence, without the value that failed.
func sentence(for error: any Error) -> String {
  guard let error = error as? DecodingError else { return String(describing: error) }
  func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }
  switch error {
  case .keyNotFound(let key, _):
    return "\(quoted(key.stringValue)) is missing."
  case .valueNotFound(_, let context):
    return "\(quoted(path(context))) has no value."
  case .typeMismatch(_, let context):
    return "\(quoted(path(context))) is of another kind than expected."
  case .dataCorrupted(let context):
    return context.codingPath.isEmpty ? "It is malformed." : "\(quoted(path(context))) is malformed."
  @unknown default:
    return "It can't be decoded."
  }
}
