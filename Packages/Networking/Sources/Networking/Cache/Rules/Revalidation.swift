import Foundation

/// What answers without content say about stored ones (RFC 9111, sections 4.3.4 and 4.3.5).
enum Revalidation {
  /// What a HEAD answer says about a stored one.
  enum HeadOutcome {
    /// It is the same version; these are its newer fields.
    case update(StoredResponse)
    /// It is no longer current.
    case outdated
    /// Nothing.
    case none
  }

  /// Whether a 304 is about the stored answer.
  ///
  /// A tag has to be the same: a strong one byte for byte. Without a tag it is about the one that was asked for.
  static func confirms(_ notModified: HTTPFields, _ stored: StoredResponse) -> Bool {
    guard let text = notModified[values: CachingField.entityTag].first, let tag = EntityTag(text) else { return true }
    guard let own = stored.entityTag else { return false }
    return tag.isWeak || own.isWeak ? tag.matches(own) : tag.matchesStrongly(own)
  }

  /// The stored answer with the fields and the times of an answer that confirmed it.
  static func updated(
    _ stored: StoredResponse,
    with headers: HTTPFields,
    exchange: Freshness.Exchange,
    rules: HeuristicRules,
    keepsCookies: Bool
  ) -> StoredResponse {
    StoredResponse(
      status: stored.status,
      headers: StoredFields.updated(
        stored.headers,
        with: headers,
        keepsCookies: keepsCookies,
        received: exchange.response
      ),
      exchange: exchange,
      selection: stored.selection,
      rules: rules
    )
  }

  /// Compares a HEAD answer with what is stored for GET.
  static func outcome(
    ofHead response: HTTPResponse,
    for stored: StoredResponse,
    exchange: Freshness.Exchange,
    rules: HeuristicRules,
    keepsCookies: Bool
  ) -> HeadOutcome {
    guard response.status == .ok, stored.status == .ok else { return .none }
    let validators = [CachingField.entityTag, CachingField.lastModified, HTTPField.Name.contentLength]
    let isSame = validators.allSatisfy { name in
      guard let new = response.headers[values: name].first else { return true }
      // The stored length is missing where the transport decoded the content; then there is nothing to compare.
      guard let old = stored.headers[values: name].first else { return name == .contentLength }
      return new == old
    }
    guard isSame else { return .outdated }
    return .update(
      updated(stored, with: response.headers, exchange: exchange, rules: rules, keepsCookies: keepsCookies)
    )
  }
}

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
