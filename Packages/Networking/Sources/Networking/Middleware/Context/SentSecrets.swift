import Foundation

/// The secrets that middleware has added to a request, which a service may repeat in its response; in the response's context.
///
/// They appear in no description.
struct SentSecrets: Sendable, MessageContextKey, CustomReflectable, CustomStringConvertible {
  static let defaultValue = SentSecrets()

  private(set) var values: [String] = []

  var description: String { "\(values.count) secrets" }
  var customMirror: Mirror { Mirror(self, children: ["secrets": description]) }

  /// Adds the secrets of a header field: credentials without their scheme, or the values of cookies.
  mutating func add(_ value: String, of name: HTTPField.Name) {
    guard name != "Cookie" else { return addCookies(value) }
    let words = value.split(separator: " ", maxSplits: 1)
    values.append(words.count == 2 ? String(words[1]) : value)
  }

  private mutating func addCookies(_ field: String) {
    for pair in field.split(separator: ";") {
      let equals = pair.firstIndex(of: "=").map { pair.index(after: $0) } ?? pair.startIndex
      let value = pair[equals...].drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" }
      // Shorter values are settings, such as a language, and no secrets.
      if value.count >= 8 { values.append(String(value)) }
    }
  }

  /// The secrets of a request, as far as its sender knows them, and those that were added on its way.
  static func all(in request: HTTPRequest?, _ response: HTTPResponse) -> SentSecrets {
    var secrets = response.context[SentSecrets.self]
    if let request {
      let fields = SecretFields()
      for field in request.headers where fields.contain(field.name, of: request) {
        secrets.add(field.value, of: field.name)
      }
    }
    let query = URLComponents(url: response.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    for item in query where RedactedURL.isSecret(queryName: item.name, among: RedactedURL.secretQueryNames) {
      if let value = item.value { secrets.values.append(value) }
    }
    return secrets
  }
}

extension SentSecrets {
  /// Replaces the secrets in a text that may have been cut within one of them.
  func redacted(_ text: String) -> String {
    let result = SecretRedactor(values: values).redacted(text)
    guard result.hasSuffix("…") else { return result }
    let beginning = result.dropLast()
    for value in values {
      // Shorter beginnings tell nothing, and may be there by chance.
      let part = value.indices.dropFirst(4).last { beginning.hasSuffix(value[..<$0]) }
      if let part { return beginning.dropLast(value[..<part].count) + "***…" }
    }
    return result
  }
}

extension NetworkError {
  /// The same failure with texts in which these secrets are replaced.
  func hiding(_ secrets: SentSecrets) -> NetworkError {
    guard !secrets.values.isEmpty else { return self }
    return switch self {
    case .status(let failure): .status(failure.hiding(secrets))
    case .decoding(let failure): .decoding(failure.hiding(secrets))
    default: self
    }
  }
}
