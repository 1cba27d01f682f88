import NetworkingFoundation

/// The header fields that contain secrets, which are redacted in logs, errors and recordings.
///
/// Redirects to another origin omit these fields. A field is secret if its name is listed, contains a listed part, or
/// ends with the word `key` (`Ocp-Apim-Subscription-Key`). `Idempotency-Key` and `Surrogate-Key` aren't secret.
public struct SecretFields: Sendable, Hashable {
  let names: Set<HTTPField.Name>
  /// The parts of secret names, in lower case.
  let nameParts: [String]
  /// The fields that aren't secret although their names match; ``names`` takes precedence.
  package var exceptions: Set<HTTPField.Name> = [.idempotencyKey, "Surrogate-Key"]

  /// Creates a set of secret fields.
  ///
  /// - Parameters:
  ///   - names: Secret fields in addition to `Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie` and `DPoP`.
  ///   - nameParts: Parts of field names, in lower case, that mark a field as secret.
  public init(names: Set<HTTPField.Name> = [], nameParts: [String] = SecretFields.commonNameParts) {
    self.names = names.union(Self.alwaysSecret)
    self.nameParts = nameParts
  }

  /// The default parts of secret field names, such as those in `X-Api-Key` and `X-Auth-Token`.
  public static let commonNameParts = [
    "api-key", "apikey", "api_key", "access-key", "authorization", "x-auth", "credential", "jwt", "passw", "secret",
    "session", "signature", "token",
  ]

  private static let alwaysSecret: Set<HTTPField.Name> = [
    .authorization, "Proxy-Authorization", "Cookie", "Cookie2", "Set-Cookie", "DPoP",
  ]

  /// Returns whether a field's value is secret according to these rules or the request's ``AdditionalSecretFields``.
  public func contain(_ name: HTTPField.Name, of request: HTTPRequest? = nil) -> Bool {
    if names.contains(name) || request?.context[AdditionalSecretFields.self].contains(name) ?? false { return true }
    guard !exceptions.contains(name) else { return false }
    let text = name.canonicalName
    return text == "key" || text.hasSuffix("-key") || text.hasSuffix("_key")
      || nameParts.contains { text.contains($0) }
  }
}

/// A request's secret fields in addition to ``SecretFields``, set by the code that adds the fields.
public enum AdditionalSecretFields: MessageContextKey {
  /// No additional fields.
  public static let defaultValue: Set<HTTPField.Name> = []
}

/// Secrets that middleware added to a request and that a service may repeat in its response.
///
/// They are part of the response's context, and are redacted when it is printed or dumped.
struct SentSecrets: Sendable, MessageContextKey, CustomReflectable, CustomStringConvertible {
  static let defaultValue = SentSecrets()

  private(set) var values: [String] = []

  var description: String { "\(values.count) secrets" }
  var customMirror: Mirror { Mirror(self, children: ["secrets": description]) }

  mutating func add(_ value: String, of name: HTTPField.Name) {
    guard name != .cookie else { return addCookies(value) }
    let words = value.split(separator: " ", maxSplits: 1)
    values.append(words.count == 2 ? String(words[1]) : value)
  }

  private mutating func addCookies(_ field: String) {
    for pair in field.split(separator: ";") {
      let equals = pair.firstIndex(of: "=").map { pair.index(after: $0) } ?? pair.startIndex
      let value = pair[equals...].drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" }
      // Shorter values are settings, such as a language, rather than secrets.
      if value.count >= 8 { values.append(String(value)) }
    }
  }

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
  func redacted(_ text: String) -> String {
    let result = SecretRedactor(values: values).redacted(text)
    guard result.hasSuffix("…") else { return result }
    let beginning = result.dropLast()
    for value in values {
      // Shorter prefixes reveal nothing and may match by chance.
      let part = value.indices.dropFirst(4).last { beginning.hasSuffix(value[..<$0]) }
      if let part { return beginning.dropLast(value[..<part].count) + "***…" }
    }
    return result
  }
}

extension NetworkError {
  func hiding(_ secrets: SentSecrets) -> NetworkError {
    guard !secrets.values.isEmpty else { return self }
    return switch self {
    case .status(let failure): .status(failure.hiding(secrets))
    case .decoding(let failure): .decoding(failure.hiding(secrets))
    default: self
    }
  }
}
