import Foundation

/// The secrets that middleware has added to a request, which a service may repeat in its response; in the response's context.
///
/// They appear in no description.
struct SentSecrets: Sendable, MessageContextKey, CustomReflectable, CustomStringConvertible {
  static let defaultValue = SentSecrets()

  private(set) var values: [String] = []

  var description: String { "\(values.count) secrets" }
  var customMirror: Mirror { Mirror(self, children: ["secrets": description]) }

  /// Adds the value of a header field, without the scheme of its credentials.
  mutating func add(fieldValue: String) {
    let words = fieldValue.split(separator: " ", maxSplits: 1)
    values.append(words.count == 2 ? String(words[1]) : fieldValue)
  }

  /// The secrets of a request, as far as its sender knows them, and those that were added on its way.
  static func all(in request: HTTPRequest?, _ response: HTTPResponse) -> SentSecrets {
    var secrets = response.context[SentSecrets.self]
    if let request {
      let fields = SecretFields()
      for field in request.headers where fields.contain(field.name, of: request) {
        secrets.add(fieldValue: field.value)
      }
    }
    let query = URLComponents(url: response.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    for item in query where MaskedURL.isSecret(queryName: item.name, among: MaskedURL.secretQueryNames) {
      if let value = item.value { secrets.values.append(value) }
    }
    return secrets
  }
}

extension SentSecrets {
  /// Replaces the secrets in a text that may have been cut within one of them.
  func masked(_ text: String) -> String {
    let result = SecretMask(values: values).masked(text)
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
