public import Foundation

/// A URL as it may be shown in logs and errors: without credentials, and with the values of secret query items redacted.
public struct RedactedURL: Sendable, Hashable, CustomStringConvertible {
  /// The text that may be shown.
  public let description: String

  /// Query names whose values are secrets wherever they appear.
  ///
  /// Compared in lower case, word by word: `-`, `_`, `.` and `[` are alike, and so is an upper-case letter that begins a word (`accessToken`). Those of
  /// ``secretLastWords`` stand for the names that end with them, too: many services put their own name before.
  public static let secretQueryNames: Set<String> = [
    "access_token", "api_key", "apikey", "assertion", "auth", "authorization", "client_secret", "code", "code_verifier",
    "credential", "id_token", "jwt", "key", "otp", "passphrase", "passwd", "password", "pwd", "refresh_token", "secret",
    "access_key", "private_key", "secret_key", "session", "session_id", "sessionid", "sig", "signature",
    "subscription_key", "token",
  ]

  /// Those of ``secretQueryNames`` that mean a secret whatever stands before them, such as `X-Amz-Signature` or `private_token`.
  public static let secretLastWords = [
    "access_key", "api_key", "assertion", "credential", "passphrase", "password", "private_key", "secret", "secret_key",
    "signature", "subscription_key", "token",
  ]

  /// The most characters that are shown; what comes from a service may be of any length.
  static let lengthLimit = 500

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

  /// Whether a query name, as it stands in the URL, is one of the names.
  static func isSecret(queryName: some StringProtocol, among names: Set<String>) -> Bool {
    let text = String(queryName)
    let plain = text.removingPercentEncoding ?? text
    let words = words(of: plain)
    return names.contains(words) || names.contains(plain.lowercased())
      || secretLastWords.contains { words.hasSuffix("_\($0)") && names.contains($0) }
  }

  /// The name in lower case with `_` between its words.
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
