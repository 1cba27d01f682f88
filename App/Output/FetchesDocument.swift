import FetchCounter

/// Several fetches as one JSON document: what succeeded, how it went, and the most frequent failure if there was one.
struct FetchesDocument: Encodable {
  let fetches: [FetchReport]
  let summary: FetchRunReport
  let error: FailureDocument.Content?

  enum CodingKeys: String, CodingKey {
    case fetches, summary, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetches, forKey: .fetches)
    try container.encode(summary, forKey: .summary)
    try container.encodeIfPresent(error, forKey: .error)
  }
}
