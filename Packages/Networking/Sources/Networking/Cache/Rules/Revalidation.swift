import NetworkingFoundation

/// The effects of a 304 or a HEAD response on a stored response (RFC 9111, sections 4.3.4 and 4.3.5).
enum Revalidation {
  enum HeadOutcome {
    /// The version is unchanged, but the header fields are newer.
    case update(StoredResponse)
    case outdated
    case none
  }

  /// Returns whether a 304 response confirms the stored response.
  ///
  /// Entity tags must be equal (strong tags byte for byte). A 304 without a tag confirms the requested version.
  static func confirms(_ notModified: HTTPFields, _ stored: StoredResponse) -> Bool {
    guard let text = notModified[values: CachingField.entityTag].first, let tag = EntityTag(text) else { return true }
    guard let own = stored.entityTag else { return false }
    return tag.isWeak || own.isWeak ? tag.matches(own) : tag.matchesStrongly(own)
  }

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
      // The stored length is missing if the transport decoded the content, so there is nothing to compare.
      guard let old = stored.headers[values: name].first else { return name == .contentLength }
      return new == old
    }
    guard isSame else { return .outdated }
    return .update(
      updated(stored, with: response.headers, exchange: exchange, rules: rules, keepsCookies: keepsCookies)
    )
  }
}

/// An entity tag, which identifies a version of a representation (RFC 9110, section 8.8.3).
struct EntityTag: Sendable, Hashable {
  /// Whether versions with this tag are only equivalent, and may differ in their bytes.
  let isWeak: Bool
  /// The opaque part, with its quotation marks, if any.
  let opaque: String

  /// Parses a tag; the quotation marks may be missing, because some services omit them.
  init?(_ text: some StringProtocol) {
    let trimmed = FieldList.trimmed(Substring(text))
    isWeak = trimmed.hasPrefix("W/\"")
    opaque = String(isWeak ? trimmed.dropFirst(2) : trimmed)
    if opaque.isEmpty { return nil }
  }

  /// Returns whether the tags match in a weak comparison (RFC 9110, section 8.8.3.2).
  func matches(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Returns whether the tags match in a strong comparison (RFC 9110, section 8.8.3.2).
  func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }
}
