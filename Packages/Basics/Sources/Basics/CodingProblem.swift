/// Returns a one-clause description of a `DecodingError` or `EncodingError`, such as `“name” is missing, at list.3`.
///
/// The clause contains the position in the document but not the value, which Foundation's own descriptions may quote.
/// Other errors return their own description.
public func codingProblem(_ error: any Error) -> String {
  func place(_ context: DecodingError.Context, _ problem: String) -> String {
    codingPath(context.codingPath).map { "\(problem), at \($0)" } ?? problem
  }
  switch error {
  case DecodingError.keyNotFound(let key, let context):
    return place(context, "\(key.stringValue.quoted()) is missing")
  case DecodingError.valueNotFound(_, let context):
    return place(context, "a value is missing")
  case DecodingError.typeMismatch(_, let context):
    return place(context, "a value has the wrong type")
  case DecodingError.dataCorrupted(let context):
    return place(context, context.debugDescription.escapingInvisibles())
  case EncodingError.invalidValue(_, let context):
    let problem = context.debugDescription.escapingInvisibles()
    return codingPath(context.codingPath).map { "\(problem) At \($0)." } ?? problem
  default:
    return String(describing: error).escapingInvisibles()
  }
}

private func codingPath(_ keys: [any CodingKey]) -> String? {
  guard !keys.isEmpty else { return nil }
  return keys.map { $0.intValue.map(String.init) ?? $0.stringValue.escapingInvisibles() }.joined(separator: ".")
}
