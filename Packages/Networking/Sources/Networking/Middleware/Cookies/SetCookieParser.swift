import NetworkingFoundation

enum SetCookieParser {
  /// The maximum size of the name and value together, and of each attribute's value, in bytes (section 5.6).
  static let nameAndValueLimit = 4096
  static let attributeLimit = 1024
  /// The maximum lifetime, 400 days in seconds (section 5.5).
  static let longestLife: TimeInterval = 400 * 86_400

  private struct Attributes {
    var domain: String?
    var path: String?
    var maxAge: TimeInterval?
    var expires: Date?
    var isSecure = false
    var isHTTPOnly = false
  }

  /// Returns a cookie, even an expired one, which deletes a stored cookie; `nil` if it is malformed or not permitted.
  static func cookie(
    from text: String,
    url: URL,
    now: Date,
    suffixes: @autoclosure () -> PublicSuffixes = .system
  ) -> Cookie? {
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0.value != 0x09 || $0.value == 0x7F }),
      let origin = Origin(url)
    else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let (name, value) = pair(parts[0]), name.utf8.count + value.utf8.count <= nameAndValueLimit else {
      return nil
    }
    let attributes = attributes(parts.dropFirst())
    guard let (domain, isHostOnly) = scope(attributes.domain, host: origin.host, suffixes) else { return nil }
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
    return keepsPrefixRules(cookie, declaresPath: attributes.path != nil) ? cookie : nil
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
      // `SameSite` protects websites from one another, but this client doesn't display websites.
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

  /// Returns the scope: the host, or a parent domain that isn't a public suffix (section 5.7, steps 8 and 9).
  private static func scope(
    _ domain: String?,
    host: String,
    _ suffixes: () -> PublicSuffixes
  ) -> (domain: String, isHostOnly: Bool)? {
    guard let domain, !domain.isEmpty else { return (host, true) }
    if domain == host { return (host, CookieRules.isAddress(host) || suffixes().contains(host)) }
    guard domain.contains("."), !domain.hasSuffix("."), CookieRules.isHost(host, below: domain),
      !suffixes().contains(domain)
    else { return nil }
    return (domain, false)
  }

  /// Returns whether the cookie meets the requirements of its name prefix (sections 4.1.3 and 5.7, step 21).
  static func keepsPrefixRules(_ cookie: Cookie, declaresPath: Bool) -> Bool {
    let name = (cookie.name.isEmpty ? cookie.value : cookie.name).lowercased()
    if name.hasPrefix("__host-") {
      return !cookie.name.isEmpty && cookie.isSecure && cookie.isHostOnly && declaresPath && cookie.path == "/"
    }
    return !name.hasPrefix("__secure-") || (!cookie.name.isEmpty && cookie.isSecure)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.firstIndex { $0 != " " && $0 != "\t" } ?? text.endIndex
    let end = text.lastIndex { $0 != " " && $0 != "\t" }.map { text.index(after: $0) } ?? start
    return String(text[start..<max(start, end)])
  }
}

/// A parser for cookie dates in all formats that services send (RFC 6265bis, section 5.1.1).
enum CookieDate {
  static func date(from text: String) -> Date? {
    var time: (Int, Int, Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      let token = Array(token)
      if time == nil, let found = timeOfDay(token) {
        time = found
      } else if day == nil, let found = leadingNumber(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = monthNumber(token) {
        month = found
      } else if year == nil, let found = leadingNumber(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 }
    if (0...69).contains(year) { year += 2000 }
    guard year >= 1601, time.2 <= 59 else { return nil }
    return CivilDay.seconds(year: year, month: month, day: day, hour: time.0, minute: time.1, second: time.2)
      .map { Date(timeIntervalSince1970: TimeInterval($0)) }
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Returns the number at the start of a token; `nil` if its number of digits isn't allowed.
  private static func leadingNumber(_ token: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let number = token.prefix { (0x30...0x39).contains($0) }
    return digits.contains(number.count) ? Int(String(decoding: number, as: UTF8.self)) : nil
  }

  private static func timeOfDay(_ token: [UInt8]) -> (Int, Int, Int)? {
    let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, let hour = leadingNumber(parts[0], digits: 1...2),
      let minute = leadingNumber(parts[1], digits: 1...2), let second = leadingNumber(parts[2], digits: 1...2),
      Int(String(decoding: parts[0], as: UTF8.self)) != nil, Int(String(decoding: parts[1], as: UTF8.self)) != nil
    else { return nil }
    return (hour, minute, second)
  }

  private static func monthNumber(_ token: [UInt8]) -> Int? {
    let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
    return HTTPDateReader.months.firstIndex(of: name).map { $0 + 1 }
  }
}
