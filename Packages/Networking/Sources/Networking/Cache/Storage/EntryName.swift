import NetworkingFoundation

/// An entry's file name: the URL's digest and the variant's slot; it can't refer to a file outside the directory.
struct EntryName: Sendable, Hashable {
  let key: SHA256.Digest
  let slot: Int

  static let evictableSlots = 0..<6
  static let pinnedSlots = 6..<8
  static let slots = 0..<8

  private static let suffix = ".entry"

  init(key: SHA256.Digest, slot: Int) {
    self.key = key
    self.slot = slot
  }

  /// Parses a file name; returns `nil` if it isn't a cache entry's name.
  init?(fileName: String) {
    let parts = fileName.utf8
    guard parts.count == 64 + 2 + Self.suffix.utf8.count, fileName.hasSuffix(Self.suffix),
      let key = SHA256.Digest(hexadecimal: fileName.prefix(64)),
      let slot = Int(fileName.dropFirst(65).prefix(1)), Self.slots.contains(slot),
      fileName == EntryName(key: key, slot: slot).fileName
    else { return nil }
    self.init(key: key, slot: slot)
  }

  var isPinned: Bool { Self.pinnedSlots.contains(slot) }

  var fileName: String { "\(key.hexadecimal)-\(slot)\(Self.suffix)" }
}

enum TemporaryName {
  private static let prefix = "writing-"

  static func make() -> String {
    "\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  static func matches(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

/// The key for stored responses: the digest of the normalized URL.
enum CacheKey {
  /// Returns a URL's digest; `nil` if the URL isn't `http` or `https`, or contains credentials.
  static func digest(of url: URL) -> SHA256.Digest? {
    normalized(url).map { SHA256.digest(of: $0) }
  }

  /// Returns the URL in the form that caches compare (RFC 9110, section 4.2.3).
  ///
  /// Scheme and host are in lower case, the default port and the fragment are removed, and `/` replaces an empty path.
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
