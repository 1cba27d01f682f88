import FetchCounter

/// Several fetches as one JSON document; a failure after the first ones does not lose them.
struct FetchesDocument: Encodable {
  let fetches: [FetchReport]
  let error: FailureDocument.Content?

  enum CodingKeys: String, CodingKey {
    case fetches, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetches, forKey: .fetches)
    try container.encodeIfPresent(error, forKey: .error)
  }
}
