public import NetworkingFoundation

/// A redactor that recognizes secrets in text by their header field, query item or format.
public struct SecretRedactor: Sendable {
  let fields: SecretFields
  /// The names in lower case, with `_` instead of `-`.
  let queryNames: Set<String>
  let values: [String]

  /// Creates a redactor.
  ///
  /// - Parameters:
  ///   - fields: The header fields whose values are redacted.
  ///   - queryNames: The query items whose values are redacted.
  ///   - values: Strings that are redacted wherever they occur.
  public init(
    fields: SecretFields = SecretFields(),
    queryNames: Set<String> = RedactedURL.secretQueryNames,
    values: [String] = []
  ) {
    self.fields = fields
    self.queryNames = queryNames
    self.values = values
  }

  /// Redacts secret values, but keeps their authentication schemes.
  package func redacted(_ headers: HTTPFields, of request: HTTPRequest? = nil) -> HTTPFields {
    var result = HTTPFields()
    for field in headers {
      result.append(
        field.name,
        fields.contain(field.name, of: request) ? Self.hidden(field.value) : redacted(field.value)
      )
    }
    return result
  }

  /// Removes the user name, password and fragment, and redacts secret query items.
  package func redacted(_ url: URL) -> String {
    var text = url.absoluteString[...]
    if let hash = text.firstIndex(of: "#") { text = text[..<hash] }
    let mark = text.firstIndex(of: "?") ?? text.endIndex
    var result = Self.withoutUser(text[..<mark])
    if mark < text.endIndex {
      let items = text[text.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
      result += "?" + items.map(redactedItem).joined(separator: "&")
    }
    return redacted(result)
  }

  /// Returns whether the value of a query item or form field with this name is secret.
  public func isSecret(_ name: String) -> Bool { RedactedURL.isSecret(queryName: name, among: queryNames) }

  /// Returns text with everything that looks like a secret redacted.
  ///
  /// Secrets are bearer tokens and other credentials, JSON Web Tokens, the values of secret names in queries, forms and
  /// JSON documents, and the configured values.
  public func redacted(_ text: String) -> String {
    var result = NamedSecrets.redacted(SecretPatterns.redacted(text), by: self)
    for value in values where value.count >= 4 { result = result.replacing(bytes: value, with: "***") }
    return result
  }

  private func redactedItem(_ item: Substring) -> String {
    guard let equals = item.firstIndex(of: "=") else { return String(item) }
    let name = item[..<equals]
    return RedactedURL.isSecret(queryName: name, among: queryNames) ? "\(name)=***" : String(item)
  }

  private static func withoutUser(_ text: Substring) -> String {
    guard let start = text.firstRange(ofBytes: "://")?.upperBound else { return String(text) }
    let end = text[start...].firstIndex(of: "/") ?? text.endIndex
    guard let at = text[start..<end].lastIndex(of: "@") else { return String(text) }
    return "\(text[..<start])***\(text[at...])"
  }

  /// Redacts a value, but keeps its authentication scheme: `Bearer ***`.
  private static func hidden(_ value: String) -> String {
    guard let space = value.firstIndex(of: " "), value[..<space].allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return "***"
    }
    return value[..<space] + " ***"
  }
}

/// A URL for logs and errors, without credentials, and with the values of secret query items redacted.
public struct RedactedURL: Sendable, Hashable, CustomStringConvertible {
  /// The redacted URL, at most 500 characters long.
  public let description: String

  /// The names of query items whose values are secret, compared in lower case, word by word.
  ///
  /// Words are separated by `-`, `_`, `.`, `[` or an upper-case letter, as in `accessToken`.
  public static let secretQueryNames: Set<String> = [
    "access_token", "api_key", "apikey", "assertion", "auth", "authorization", "client_secret", "code", "code_verifier",
    "credential", "id_token", "jwt", "key", "otp", "passphrase", "passwd", "password", "pwd", "refresh_token", "secret",
    "access_key", "private_key", "secret_key", "session", "session_id", "sessionid", "sig", "signature",
    "subscription_key", "token",
  ]

  /// The last words of secret names, as in `X-Amz-Signature` or `private_token`.
  private static let secretLastWords = [
    "access_key", "api_key", "assertion", "credential", "passphrase", "password", "private_key", "secret", "secret_key",
    "signature", "subscription_key", "token",
  ]

  private static let lengthLimit = 500

  /// Redacts a URL.
  public init(_ url: URL) {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      description = "(unreadable URL)"
      return
    }
    if components.user != nil || components.password != nil {
      components.user = "***"
      components.password = nil
    }
    if let query = components.percentEncodedQuery {
      components.percentEncodedQuery = Self.redacted(query: query)
    }
    components.fragment = nil
    let text = components.string ?? "(unreadable URL)"
    description = text.utf8.count > Self.lengthLimit ? text.prefix(Self.lengthLimit) + "…" : text
  }

  private static func redacted(query: String) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
      guard let equals = item.firstIndex(of: "=") else { return String(item) }
      return isSecret(queryName: item[..<equals], among: secretQueryNames) ? "\(item[...equals])***" : String(item)
    }.joined(separator: "&")
  }

  /// Returns whether a query item's name, percent-encoded or not, is one of the given names.
  static func isSecret(queryName: some StringProtocol, among names: Set<String>) -> Bool {
    let text = String(queryName)
    let plain = PercentCoding.decode(text.utf8).map { String(decoding: $0, as: UTF8.self) } ?? text
    let words = words(of: plain)
    return names.contains(words) || names.contains(plain.lowercased())
      || secretLastWords.contains { words.hasSuffix("_\($0)") && names.contains($0) }
  }

  private static func words(of name: String) -> String {
    var words: [UInt8] = []
    var isAfterSmall = false
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "["):
        words.append(UInt8(ascii: "_"))
      case UInt8(ascii: "]"): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if isAfterSmall { words.append(UInt8(ascii: "_")) }
        words.append(byte + 0x20)
      default:
        words.append(byte)
      }
      isAfterSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    return String(decoding: words, as: UTF8.self)
  }
}
