public import Foundation

/// An answer whose content is not what the endpoint expects.
public struct DecodingFailure: Sendable, Hashable {
  /// Whose answer: the redacted URL.
  public let url: RedactedURL
  /// Where in the document, from the root: keys and indices.
  public let codingPath: [String]
  /// What is wrong there.
  public let reason: String
  /// The beginning of the content as text; at most ``ServiceFailure/excerptLimit`` characters.
  public let excerpt: String

  /// Makes a failure.
  public init(url: RedactedURL, codingPath: [String] = [], reason: String, excerpt: String = "") {
    self.url = url
    self.codingPath = codingPath
    self.reason = reason
    self.excerpt = excerpt
  }

  /// Makes a failure from what a decoder threw.
  ///
  /// - Parameters:
  ///   - error: The decoder's error.
  ///   - data: The content.
  ///   - url: Whose answer it is.
  public init(_ error: any Error, data: Data, url: RedactedURL) {
    let (path, reason) = data.isEmpty ? ([], "it is empty") : Self.explain(error)
    // Keys are the service's own words, and a decoder's reason may quote a value: both of any length and with anything in them.
    self.init(
      url: url,
      codingPath: path.map { BodyExcerpt.text(of: $0) },
      reason: BodyExcerpt.text(of: reason),
      excerpt: BodyExcerpt.text(of: data)
    )
  }

  /// Makes a failure from an error of an endpoint's own decoding, which doesn't hand over the content.
  init(_ error: any Error, url: RedactedURL) {
    let (path, reason) = Self.explain(error)
    self.init(url: url, codingPath: path.map { BodyExcerpt.text(of: $0) }, reason: BodyExcerpt.text(of: reason))
  }

  /// The same failure with texts in which secrets are replaced.
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
    return "The answer of \(url.description.withoutQuery) can't be understood\(place): \(reason)."
  }

  private static func explain(_ error: any Error) -> (path: [String], reason: String) {
    func names(_ path: [any CodingKey]) -> [String] { path.map(\.nameInPath) }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return (names(context.codingPath), "the key '\(key.stringValue)' is missing")
    case DecodingError.valueNotFound(let type, let context):
      return (names(context.codingPath), "it is null, where \(Self.words(for: type)) is expected")
    case DecodingError.typeMismatch(let type, let context):
      return (names(context.codingPath), "it isn't \(Self.words(for: type))")
    case DecodingError.dataCorrupted(let context):
      let isDocument = context.codingPath.isEmpty
      return (
        names(context.codingPath),
        isDocument ? "it is no valid JSON document" : Self.clause(of: context)
      )
    default:
      return ([], error.wordsInSentence)
    }
  }

  /// An expected type in the words of JSON.
  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any FixedWidthInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
    case is URL.Type: "an address"
    case is UUID.Type: "a UUID"
    case is Date.Type: "a time"
    case is any RawRepresentable.Type: "a known value"
    default: String(describing: type).hasPrefix("Array<") ? "a list" : "an object"
    }
  }

  /// The reason that a type of the service gave, which is a clause; one of Foundation begins with a capital letter and names Swift types.
  private static func clause(of context: DecodingError.Context) -> String {
    let reason = context.debugDescription
    return reason.first?.isUppercase == true ? "its value isn't valid" : reason.withoutPeriod
  }
}

extension CodingKey {
  /// The key as a part of a path.
  var nameInPath: String { intValue.map { "[\($0)]" } ?? stringValue }
}

extension Error {
  /// What an error from elsewhere says, as a part of a sentence.
  var wordsInSentence: String { ((self as? any LocalizedError)?.errorDescription ?? "\(self)").withoutPeriod }
}

extension String {
  /// The text as a part of a sentence.
  var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
