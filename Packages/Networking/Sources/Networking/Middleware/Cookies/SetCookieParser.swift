import Foundation

/// Reads `Set-Cookie` (RFC 6265bis, sections 5.6 and 5.7).
enum SetCookieParser {
  /// The most bytes of name and value together, and of each attribute's value (section 5.6).
  static let nameAndValueLimit = 4096
  static let attributeLimit = 1024
  /// The longest that a cookie is kept, in seconds: 400 days (section 5.5).
  static let longestLife: TimeInterval = 400 * 86_400

  private struct Attributes {
    var domain: String?
    var path: String?
    var maxAge: TimeInterval?
    var expires: Date?
    var isSecure = false
    var isHTTPOnly = false
  }

  /// Reads one field value.
  ///
  /// - Returns: The cookie, `nil` where it is malformed or where the service must not set it. One whose expiry is past removes what is stored.
  static func cookie(from text: String, url: URL, now: Date) -> Cookie? {
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0.value != 0x09 || $0.value == 0x7F }),
      let origin = Origin(url)
    else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let (name, value) = pair(parts[0]), name.utf8.count + value.utf8.count <= nameAndValueLimit else {
      return nil
    }
    let attributes = attributes(parts.dropFirst())
    guard let (domain, isHostOnly) = scope(attributes.domain, host: origin.host) else { return nil }
    let isProtected = origin.scheme == "https" || origin.isLoopback
    guard isProtected || !attributes.isSecure else { return nil }
    let expiry = attributes.maxAge.map { $0 <= 0 ? .distantPast : now.addingTimeInterval($0) } ?? attributes.expires
    let cookie = Cookie(
      name: name,
      value: value,
      domain: domain,
      isHostOnly: isHostOnly,
      path: attributes.path ?? CookieRules.defaultPath(of: url),
      expiry: expiry.map { min($0, now.addingTimeInterval(longestLife)) },
      isSecure: attributes.isSecure,
      isHTTPOnly: attributes.isHTTPOnly
    )
    return keepsPrefixRules(cookie) ? cookie : nil
  }

  private static func pair(_ text: Substring) -> (String, String)? {
    guard let equals = text.firstIndex(of: "=") else {
      let value = trimmed(text)
      return value.isEmpty ? nil : ("", value)
    }
    let (name, value) = (trimmed(text[..<equals]), trimmed(text[text.index(after: equals)...]))
    return name.isEmpty && value.isEmpty ? nil : (name, value)
  }

  private static func attributes(_ parts: ArraySlice<Substring>) -> Attributes {
    var result = Attributes()
    for part in parts {
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      let value = equals == part.endIndex ? "" : trimmed(part[part.index(after: equals)...])
      guard value.utf8.count <= attributeLimit else { continue }
      switch trimmed(part[..<equals]).lowercased() {
      case "expires": result.expires = CookieDate.date(from: value) ?? result.expires
      case "max-age": result.maxAge = seconds(value) ?? result.maxAge
      case "domain": result.domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
      case "path": result.path = value.hasPrefix("/") ? value : nil
      case "secure": result.isSecure = true
      case "httponly": result.isHTTPOnly = true
      // SameSite protects pages from each other; there are no pages here.
      default: break
      }
    }
    return result
  }

  private static func seconds(_ text: String) -> TimeInterval? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.hasPrefix("-") ? 0 : min(TimeInterval(digits) ?? longestLife, longestLife)
  }

  /// Whom the cookie is for: the host alone, or a domain that the host lies in.
  ///
  /// Domains of a single label, such as `com`, are refused: they belong to nobody. That is not the whole of the public suffix list, which
  /// this package does not carry: `co.uk` passes.
  private static func scope(_ domain: String?, host: String) -> (domain: String, isHostOnly: Bool)? {
    guard let domain, !domain.isEmpty else { return (host, true) }
    if domain == host { return (host, CookieRules.isAddress(host) || !host.contains(".")) }
    guard domain.contains("."), !domain.hasSuffix("."), CookieRules.isHost(host, below: domain) else { return nil }
    return (domain, false)
  }

  /// What a name promises by its beginning must hold (section 4.1.3).
  private static func keepsPrefixRules(_ cookie: Cookie) -> Bool {
    let name = (cookie.name.isEmpty ? cookie.value : cookie.name).lowercased()
    if name.hasPrefix("__host-") {
      return !cookie.name.isEmpty && cookie.isSecure && cookie.isHostOnly && cookie.path == "/"
    }
    return !name.hasPrefix("__secure-") || (!cookie.name.isEmpty && cookie.isSecure)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.firstIndex { $0 != " " && $0 != "\t" } ?? text.endIndex
    let end = text.lastIndex { $0 != " " && $0 != "\t" }.map { text.index(after: $0) } ?? start
    return String(text[start..<max(start, end)])
  }
}
