/// A validator that names a version of a representation (RFC 9110, section 8.8.3).
struct EntityTag: Sendable, Hashable {
  /// Whether versions with this tag are only equivalent, not byte for byte the same.
  let isWeak: Bool
  /// The opaque part, with its quotes where it has any.
  let opaque: String

  /// Reads a tag; one without quotes, as some services send it, is taken as it is.
  init?(_ text: some StringProtocol) {
    let trimmed = FieldList.trimmed(Substring(text))
    isWeak = trimmed.hasPrefix("W/\"")
    opaque = String(isWeak ? trimmed.dropFirst(2) : trimmed)
    if opaque.isEmpty { return nil }
  }

  /// Weak comparison (RFC 9110, section 8.8.3.2): the opaque parts are the same.
  func matches(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Strong comparison: the same, and neither is weak.
  func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }
}
