public import Foundation

/// A URL as it may be shown in logs and errors: without credentials, and with the values of secret query items masked.
public struct MaskedURL: Sendable, Hashable, CustomStringConvertible {
  /// The text that may be shown.
  public let description: String

  /// Query names whose values are secrets wherever they appear; compared in lower case, `-` and `_` alike.
  ///
  /// `api_key` stands for the names that end with `_api_key`, too: many services put their own name before it.
  public static let secretQueryNames: Set<String> = [
    "access_token", "api_key", "apikey", "auth", "client_secret", "code", "id_token", "key", "password",
    "refresh_token", "secret", "sig", "signature", "token",
  ]

  /// The most characters that are shown; what comes from a service may be of any length.
  static let lengthLimit = 500

  /// Masks a URL.
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
      components.percentEncodedQuery = Self.masked(query: query)
    }
    components.fragment = nil
    let text = components.string ?? "(unreadable URL)"
    description = text.utf8.count > Self.lengthLimit ? text.prefix(Self.lengthLimit) + "…" : text
  }

  private static func masked(query: String) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
      guard let equals = item.firstIndex(of: "=") else { return String(item) }
      return isSecret(queryName: item[..<equals], among: secretQueryNames) ? "\(item[...equals])***" : String(item)
    }.joined(separator: "&")
  }

  /// Whether a query name, as it stands in the URL, is one of the names.
  static func isSecret(queryName: Substring, among names: Set<String>) -> Bool {
    let plain = (queryName.removingPercentEncoding ?? String(queryName)).lowercased()
      .replacingOccurrences(of: "-", with: "_")
    return names.contains(plain) || (plain.hasSuffix("_api_key") && names.contains("api_key"))
  }
}
