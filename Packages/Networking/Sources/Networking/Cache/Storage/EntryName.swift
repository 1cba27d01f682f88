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
