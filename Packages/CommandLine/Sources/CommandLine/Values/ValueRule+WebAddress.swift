public import Foundation

extension ValueRule where Value == URL {
  /// The rule for absolute `http` or `https` URLs with a host (RFC 3986, RFC 9110 section 4.2).
  ///
  /// User names and passwords are rejected (RFC 9110, section 4.2.4), because every process on the machine can see a
  /// command line, and the shell history keeps it. Possible secrets in a rejected URL are redacted.
  public static var webAddress: Self {
    Self(expectation: "an address that begins with http:// or https://", example: "http://127.0.0.1:8000") {
      word throws(ValidationError) in try parseWebAddress(word)
    }
  }

  private static func parseWebAddress(_ word: String) throws(ValidationError) -> URL {
    guard !word.isEmpty else { throw ValidationError("it is empty") }
    let start = startOfAuthority(in: word)
    let redacted = redacting(word, from: start)
    func problem(_ reason: String, suggestion: String? = nil) -> ValidationError {
      ValidationError(reason, suggestion: suggestion, redactedWord: redacted)
    }
    guard !word[start...].prefix(while: { !"/?#".contains($0) }).contains("@") else {
      throw problem("it contains a user name or a password")
    }
    guard let url = URL(string: word, encodingInvalidCharacters: false) else {
      throw problem("it is not a valid address")
    }
    guard let scheme = url.scheme?.lowercased(), word.contains("://") else {
      let completed = "http://" + word
      let isSafe = redacted == nil && !word.hasPrefix("/") && (try? parseWebAddress(completed)) != nil
      throw problem("the scheme is missing", suggestion: isSafe ? completed : nil)
    }
    guard ["http", "https"].contains(scheme) else { throw problem("its scheme is neither http nor https") }
    guard url.host()?.isEmpty == false else { throw problem("the host is missing") }
    if let port = url.port, !(1...65_535).contains(port) { throw problem("its port is not between 1 and 65535") }
    return url
  }

  /// Returns the index where the host and port start, after the scheme and its slashes.
  private static func startOfAuthority(in word: String) -> String.Index {
    let scheme = word.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let rest = word[scheme.endIndex...]
    guard rest.first == ":" else { return word.firstIndex { $0 != "/" } ?? word.endIndex }
    return rest.dropFirst().firstIndex { $0 != "/" } ?? word.endIndex
  }

  /// Returns a URL with the query and any user information before the last `@` redacted, or `nil` if there is
  /// nothing to redact.
  private static func redacting(_ word: String, from start: String.Index) -> String? {
    guard word.contains(where: { "@?".contains($0) }) else { return nil }
    var rest = word[start...]
    var shown = String(word[..<start])
    if let at = word.lastIndex(of: "@") {
      // A scheme without slashes could be a user name.
      shown = (shown.hasSuffix("//") ? shown : "") + "…"
      rest = word[at...]
    }
    guard let query = rest.firstIndex(of: "?") else { return shown + rest }
    return shown + rest[..<query] + "?…"
  }
}
