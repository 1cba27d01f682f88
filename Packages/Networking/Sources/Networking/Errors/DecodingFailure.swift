public import NetworkingFoundation

/// The details of a response that couldn't be decoded.
public struct DecodingFailure: Sendable, Hashable {
  /// The response's redacted URL.
  public let url: RedactedURL
  /// The keys and indices from the root of the document to the problem.
  public let codingPath: [String]
  /// The problem, worded for use within a sentence.
  public let reason: String
  /// The beginning of the content as text, at most 200 characters.
  public let excerpt: String

  /// Creates a failure at a coding path, by default the document's root.
  public init(url: RedactedURL, codingPath: [String] = [], reason: String, excerpt: String = "") {
    self.url = url
    self.codingPath = codingPath
    self.reason = reason
    self.excerpt = excerpt
  }

  /// Creates a failure from a decoder's error and the content that couldn't be decoded.
  public init(_ error: any Error, data: Data, url: RedactedURL) {
    let (path, reason) = data.isEmpty ? ([], "it is empty") : Self.explain(error)
    // Keys come from the service, and the reason may quote a value. Both may be long and contain secrets.
    self.init(
      url: url,
      codingPath: path.map { BodyExcerpt.text(of: $0) },
      reason: BodyExcerpt.text(of: reason),
      excerpt: BodyExcerpt.text(of: data)
    )
  }

  init(_ error: any Error, url: RedactedURL) {
    let (path, reason) = Self.explain(error)
    self.init(url: url, codingPath: path.map { BodyExcerpt.text(of: $0) }, reason: BodyExcerpt.text(of: reason))
  }

  func hiding(_ secrets: SentSecrets) -> DecodingFailure {
    DecodingFailure(
      url: url,
      codingPath: codingPath.map(secrets.redacted),
      reason: secrets.redacted(reason),
      excerpt: secrets.redacted(excerpt)
    )
  }

  var message: String {
    let place = codingPath.isEmpty ? "" : " at \(BodyExcerpt.text(of: codingPath.joined(separator: ".")))"
    return "Couldn't decode the response from \(url.description.withoutQuery)\(place): \(reason)."
  }

  private static func explain(_ error: any Error) -> (path: [String], reason: String) {
    func names(_ path: [any CodingKey]) -> [String] { path.map(\.nameInPath) }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return (names(context.codingPath), "the key '\(key.stringValue)' is missing")
    case DecodingError.valueNotFound(let type, let context):
      return (names(context.codingPath), "it is null instead of \(Self.words(for: type))")
    case DecodingError.typeMismatch(let type, let context):
      return (names(context.codingPath), "it isn't \(Self.words(for: type))")
    case DecodingError.dataCorrupted(let context):
      let isDocument = context.codingPath.isEmpty
      return (names(context.codingPath), isDocument ? "it isn't valid JSON" : Self.clause(of: context))
    default:
      return ([], error.wordsInSentence)
    }
  }

  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any FixedWidthInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
    case is URL.Type: "a URL"
    case is UUID.Type: "a UUID"
    case is Date.Type: "a date"
    case is any RawRepresentable.Type: "a known value"
    default: String(describing: type).hasPrefix("Array<") ? "a list" : "an object"
    }
  }

  /// Returns the reason that a custom decoding initializer gave, for use within a sentence.
  ///
  /// Foundation's own reasons begin with a capital letter and mention Swift types, so a general reason replaces them.
  private static func clause(of context: DecodingError.Context) -> String {
    let reason = context.debugDescription
    return reason.first?.isUppercase == true ? "its value isn't valid" : reason.withoutPeriod
  }
}
