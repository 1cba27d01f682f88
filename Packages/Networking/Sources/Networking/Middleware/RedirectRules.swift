import NetworkingFoundation

/// The effects of a redirect on a request (RFC 9110, sections 10.2.2 and 15.4).
enum RedirectRules {
  static func method(after method: HTTPMethod, status: HTTPStatus) -> HTTPMethod {
    switch status.code {
    case 301, 302: method == .post ? .get : method
    case 303: method == .head ? .head : .get
    default: method
    }
  }

  /// The fields that describe the content and are removed together with it (RFC 9110, section 15.4; RFC 9530).
  static let contentFields: Set<HTTPField.Name> = [
    "Content-Digest", "Content-Disposition", .contentEncoding, "Content-Language", .contentLength, "Content-Location",
    .contentType, "Content-Range", "Digest", "Expect", .idempotencyKey, "Last-Modified", "Repr-Digest", "Trailer",
    "Transfer-Encoding",
  ]

  static let targetFields: Set<HTTPField.Name> = [.host]

  /// The conditions that refer to a stored response, removed so that the redirect target sends a complete response.
  static let validatingFields: Set<HTTPField.Name> = ["If-None-Match", "If-Modified-Since"]

  /// The fields that would reveal the request's source to another origin.
  static let originFields: Set<HTTPField.Name> = ["Origin", "Referer"]

  /// Resolves a `Location` after percent-encoding the bytes that are invalid in URLs.
  static func target(of location: String, from base: URL, allowsDowngrade: Bool) throws(NetworkError) -> URL {
    guard !location.isEmpty else { throw .refusedRedirect("''", reason: "it is empty") }
    let reference = escaped(location)
    guard let resolved = URL(string: reference, relativeTo: base)?.absoluteURL,
      var parts = URLComponents(url: resolved, resolvingAgainstBaseURL: true)
    else { throw .refusedRedirect(unreadable(reference), reason: "it isn't a URL") }
    let shown = RedactedURL(resolved).description
    let host = resolved.host(percentEncoded: false) ?? ""
    guard !HostName.isMalformed(host) else {
      throw .refusedRedirect(shortened(shown), reason: "its host contains invalid characters")
    }
    if !host.utf8.allSatisfy({ $0 < 0x80 }) {
      // The host name was percent-encoded in the link, so Foundation didn't recognize it as an internationalized name.
      guard let ascii = HostName.ascii(host) else {
        throw .refusedRedirect(shortened(shown), reason: "its host can't be converted to ASCII")
      }
      parts.encodedHost = ascii
    }
    guard let target = Origin(resolved) else {
      let isWeb = ["http", "https"].contains(resolved.scheme?.lowercased())
      throw .refusedRedirect(shortened(shown), reason: isWeb ? "it has no host" : "only http and https are followed")
    }
    guard resolved.user == nil, resolved.password == nil else {
      throw .refusedRedirect(shown, reason: "it contains credentials")
    }
    guard (1...65_535).contains(target.port) else {
      throw .refusedRedirect(shown, reason: "its port is not between 1 and 65535")
    }
    guard allowsDowngrade || target.scheme == "https" || base.scheme?.lowercased() != "https" else {
      throw .refusedRedirect(shown, reason: "it leads from an encrypted to an unencrypted connection")
    }
    parts.percentEncodedPath = withoutDotSegments(parts.percentEncodedPath)
    if parts.percentEncodedFragment == nil { parts.percentEncodedFragment = base.fragment(percentEncoded: true) }
    guard let url = parts.url else { throw .refusedRedirect(shown, reason: "it isn't a URL") }
    if let reason = url.unusableHost { throw .refusedRedirect(shown, reason: reason) }
    return url
  }

  /// Escapes all characters except those in RFC 3986, section 2, and `%` before two hexadecimal digits.
  static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let authority = authority(of: bytes)
    var hasFragment = false
    return PercentCoding.encode(bytes) { index, byte in
      switch byte {
      case UInt8(ascii: "%"):
        return bytes.dropFirst(index + 1).prefix(2).filter { PercentCoding.value(of: $0) != nil }.count == 2
      // Foundation converts an internationalized host name to ASCII, unless it is percent-encoded.
      case UInt8(ascii: "["), UInt8(ascii: "]"), 0x80...: return authority.contains(index)
      case UInt8(ascii: "#"):
        defer { hasFragment = true }
        return !hasFragment
      default: return isAllowed(byte)
      }
    }
  }

  /// Removes `.` and `..` (RFC 3986, section 5.2.4).
  static func withoutDotSegments(_ path: String) -> String {
    guard path.hasPrefix("/"), path.contains("/.") else { return path.isEmpty ? "/" : path }
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// Returns the authority's range; brackets may enclose an IPv6 address.
  private static func authority(of bytes: [UInt8]) -> Range<Int> {
    let start: Int
    if bytes.starts(with: "//".utf8) {
      start = 2
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) {
      start = colon + 3
    } else {
      return 0..<0
    }
    let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    return start..<end
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !#""<>\^`{|}"#.utf8.contains(byte)
  }

  private static func shortened(_ text: String) -> String {
    text.count > 100 ? text.prefix(99) + "…" : text
  }

  /// Returns the part of an unparsable reference that is safe to show, without the query and any credentials.
  private static func unreadable(_ reference: String) -> String {
    let start = reference.prefix { $0 != "?" && $0 != "#" }
    return shortened(String(start[(start.lastIndex(of: "@") ?? start.startIndex)...]))
  }
}
