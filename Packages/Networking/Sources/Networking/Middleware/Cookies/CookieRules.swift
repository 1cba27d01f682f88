import Foundation

/// The matching rules of cookies (RFC 6265bis, section 5.1).
enum CookieRules {
  /// Whether a host lies below a domain (section 5.1.3); an IP address lies below nothing.
  static func isHost(_ host: String, below domain: String) -> Bool {
    host.count > domain.count && host.hasSuffix(domain) && host.dropLast(domain.count).last == "."
      && !isAddress(host)
  }

  /// Whether the host is an IP address rather than a name.
  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return labels.last.map { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } } ?? false
  }

  /// Whether a URL's path is a cookie's path or below it (section 5.1.4).
  static func path(of url: URL, matches path: String) -> Bool {
    let own = requestPath(of: url)
    guard own.hasPrefix(path) else { return false }
    return own.count == path.count || path.hasSuffix("/") || own.dropFirst(path.count).first == "/"
  }

  /// The path of cookies that name none: the folder of what was asked (section 5.1.4).
  static func defaultPath(of url: URL) -> String {
    let path = requestPath(of: url)
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func requestPath(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }
}
