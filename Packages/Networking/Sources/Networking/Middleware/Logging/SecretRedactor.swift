public import Foundation

/// Takes secrets out of what is logged: by the names of header fields and query items, and by what they look like.
public struct SecretRedactor: Sendable {
  /// The header fields whose values are redacted.
  public var fields: SecretFields
  /// The query items whose values are redacted; in lower case, with `_` for `-`.
  public var queryNames: Set<String>
  /// Texts that are redacted wherever they appear; ones shorter than four characters are not looked for.
  public var values: [String]

  /// Creates a redactor for the common names.
  ///
  /// - Parameters:
  ///   - fields: The header fields whose values are redacted.
  ///   - queryNames: The query items whose values are redacted.
  ///   - values: Texts that are redacted wherever they appear.
  public init(
    fields: SecretFields = SecretFields(),
    queryNames: Set<String> = RedactedURL.secretQueryNames,
    values: [String] = []
  ) {
    self.fields = fields
    self.queryNames = queryNames
    self.values = values
  }

  /// The header fields, the values of secret ones replaced; the scheme of credentials stays.
  ///
  /// - Parameters:
  ///   - headers: The fields.
  ///   - request: Whose they are.
  /// - Returns: The fields that may be shown.
  public func redacted(_ headers: HTTPFields, of request: HTTPRequest? = nil) -> HTTPFields {
    var result = HTTPFields()
    for field in headers {
      result.append(
        field.name,
        fields.contain(field.name, of: request) ? Self.hidden(field.value) : redacted(field.value)
      )
    }
    return result
  }

  /// The URL as text, without user name and password, the values of secret query items and the fragment replaced.
  public func redacted(_ url: URL) -> String {
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

  /// Whether what has this name, in a query or a form, is a secret.
  public func isSecret(_ name: String) -> Bool { RedactedURL.isSecret(queryName: name, among: queryNames) }

  /// The text, with everything that looks like a secret replaced.
  ///
  /// These are bearer tokens and other credentials, JSON Web Tokens, the values of secret names in queries, forms and JSON documents, and ``values``.
  public func redacted(_ text: String) -> String {
    var result = NamedSecrets.redacted(SecretPatterns.redacted(text), by: self)
    for value in values where value.count >= 4 { result = result.replacingOccurrences(of: value, with: "***") }
    return result
  }

  private func redactedItem(_ item: Substring) -> String {
    guard let equals = item.firstIndex(of: "=") else { return String(item) }
    let name = item[..<equals]
    return RedactedURL.isSecret(queryName: name, among: queryNames) ? "\(name)=***" : String(item)
  }

  private static func withoutUser(_ text: Substring) -> String {
    guard let start = text.range(of: "://")?.upperBound else { return String(text) }
    let end = text[start...].firstIndex(of: "/") ?? text.endIndex
    guard let at = text[start..<end].lastIndex(of: "@") else { return String(text) }
    return "\(text[..<start])***\(text[at...])"
  }

  /// `Bearer ***` rather than `***` alone: which kind of credentials went out is no secret.
  private static func hidden(_ value: String) -> String {
    guard let space = value.firstIndex(of: " "), value[..<space].allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return "***"
    }
    return value[..<space] + " ***"
  }
}
