import Foundation

/// The name of an entry's file: the digest of the URL and a slot, one for each variant.
///
/// There is nothing in it that could lead out of the folder.
struct EntryName: Sendable, Hashable {
  /// Whose answers.
  let key: SHA256.Digest
  /// Which of them.
  let slot: Int

  /// The slots of answers that may be removed to make room.
  static let evictableSlots = 0..<6
  /// The slots of answers that stay.
  static let pinnedSlots = 6..<8
  /// All slots.
  static let slots = 0..<8

  private static let suffix = ".entry"

  /// Makes a name.
  init(key: SHA256.Digest, slot: Int) {
    self.key = key
    self.slot = slot
  }

  /// Reads the name of a file; `nil` where it is none of the cache's.
  init?(fileName: String) {
    let parts = fileName.utf8
    guard parts.count == 64 + 2 + Self.suffix.utf8.count, fileName.hasSuffix(Self.suffix),
      let key = SHA256.Digest(hexadecimal: fileName.prefix(64)),
      let slot = Int(fileName.dropFirst(65).prefix(1)), Self.slots.contains(slot),
      fileName == EntryName(key: key, slot: slot).fileName
    else { return nil }
    self.init(key: key, slot: slot)
  }

  /// Whether the answer stays when room is made.
  var isPinned: Bool { Self.pinnedSlots.contains(slot) }

  /// The file's name.
  var fileName: String { "\(key.hexadecimal)-\(slot)\(Self.suffix)" }
}

/// Names of files that are being written.
enum TemporaryName {
  private static let prefix = "writing-"

  /// A name that nobody has.
  static func make() -> String {
    "\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  /// Whether a file is one that was, or is, being written.
  static func matches(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

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
