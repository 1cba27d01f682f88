import Foundation

/// What stored answers are found by: the digest of the normalised URL.
enum CacheKey {
  /// The digest for a URL; `nil` for one that is not `http` or `https`, or that carries credentials.
  static func digest(of url: URL) -> SHA256.Digest? {
    normalized(url).map { SHA256.digest(of: $0) }
  }

  /// The URL as caches compare it (RFC 9110, section 4.2.3): scheme and host in lower case, without the scheme's default port and without
  /// fragment, with `/` for an empty path.
  static func normalized(_ url: URL) -> String? {
    var text = url.absoluteString
    if let fragment = text.utf8.firstIndex(of: UInt8(ascii: "#")) { text = String(text[..<fragment]) }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = text[text.utf8.index(after: colon)...]
    guard rest.hasPrefix("//") else { return nil }
    let authorityStart = rest.utf8.index(rest.startIndex, offsetBy: 2)
    let authorityEnd =
      rest.utf8[authorityStart...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    var authority = rest[authorityStart..<authorityEnd].lowercased()
    if authority.isEmpty || authority.utf8.contains(UInt8(ascii: "@")) { return nil }
    let defaultPort = scheme == "http" ? ":80" : ":443"
    if authority.hasSuffix(defaultPort) { authority.removeLast(defaultPort.utf8.count) }
    if authority.hasSuffix(":") { authority.removeLast() }
    let target = rest[authorityEnd...]
    return "\(scheme)://\(authority)\(target.hasPrefix("/") ? "" : "/")\(target)"
  }
}
