import NetworkingFoundation

enum StorageDecision {
  /// Returns the response head to store with the content; `nil` if the response must not be stored.
  static func make(
    for response: HTTPResponse,
    to request: CacheRequest,
    exchange: Freshness.Exchange,
    rules: HeuristicRules,
    keepsCookies: Bool
  ) -> StoredResponse? {
    let status = response.status
    guard request.method == .get, request.policy.access != .neverStore, !request.directives.isNoStore,
      !status.isInformational, ![206, 304, 416].contains(status.code),
      // `Content-Range` has no meaning if no range was requested (RFC 9110, section 14.4).
      !response.headers.contains(CachingField.contentRange) || !request.headers.contains(CachingField.range)
    else { return nil }

    let isForced = request.policy.lifetime != .standard && status.isSuccess
    guard isForced || isAllowed(ResponseDirectives(response.headers), status, response.headers) else { return nil }
    let vary = response.headers[values: CachingField.vary]
    let selection =
      Selection(vary: vary, request: request.headers)
      ?? (isForced ? Selection(vary: [], request: request.headers) : nil)
    guard let selection else { return nil }
    let stored = StoredResponse(
      status: status,
      headers: StoredFields.storable(response.headers, keepsCookies: keepsCookies, received: exchange.response),
      exchange: exchange,
      selection: selection,
      rules: rules
    )
    if isForced { return stored }
    return isUseful(stored, request.policy) ? stored : nil
  }

  static func mayKeep(_ stored: StoredResponse, for policy: CachePolicy) -> Bool {
    stored.isGoverned(by: policy) || isAllowed(stored.directives, stored.status, stored.headers)
  }

  private static func isAllowed(_ directives: ResponseDirectives, _ status: HTTPStatus, _ headers: HTTPFields) -> Bool {
    if directives.mustUnderstand {
      guard status.isUnderstood else { return false }
    } else if directives.isNoStore {
      return false
    }
    return directives.isPublic || directives.isPrivate || directives.maxAge != nil
      || headers.contains(CachingField.expires) || status.isHeuristicallyCacheable
  }

  /// Returns whether a later request could use the response.
  private static func isUseful(_ stored: StoredResponse, _ policy: CachePolicy) -> Bool {
    stored.hasValidator || stored.freshness.lifetime > stored.freshness.initialAge || policy.isStaleBetterThanNone
      || policy.isPinned
      || stored.freshness.lifetime
        + TimeInterval(max(stored.directives.staleIfError, stored.directives.staleWhileRevalidate))
        > stored.freshness.initialAge
  }
}

/// The criteria that decide which requests to a URL can use a stored response (RFC 9111, section 4.1).
///
/// In addition to the fields in `Vary`, the criteria always include the request's `Authorization` and `Cookie` fields,
/// so that a user never gets another user's response. Only digests are stored, so the values can't be read from the
/// disk.
struct Selection: Sendable, Hashable {
  struct Field: Sendable, Hashable {
    let name: HTTPField.Name
    /// The digest of the normalized value; `nil` if the request didn't have the field.
    let value: SHA256.Digest?
  }

  let fields: [Field]

  init(fields: [Field]) { self.fields = fields }

  /// Reads the fields listed in `Vary` from the request; `nil` if `Vary` contains `*`, which matches no request.
  init?(vary: [String], request: HTTPFields) {
    let members = FieldList.members(vary)
    if members.contains("*") { return nil }
    var names: Set<HTTPField.Name> = [.authorization, CachingField.cookie]
    for member in members {
      // No request has a field with an invalid name, so such a name doesn't restrict the selection.
      if let name = HTTPField.Name(String(member)) { names.insert(name) }
    }
    fields = names.sorted { $0.canonicalName < $1.canonicalName }.map { name in
      Field(name: name, value: Self.digest(of: name, in: request))
    }
  }

  func matches(_ request: HTTPFields) -> Bool {
    fields.allSatisfy { field in
      Self.digest(of: field.name, in: request) == field.value
    }
  }

  private static func digest(of name: HTTPField.Name, in request: HTTPFields) -> SHA256.Digest? {
    guard request.contains(name) else { return nil }
    // White space around members and the number of field lines don't matter.
    let members = FieldList.members(request[values: name])
    let value = preferences.contains(name) ? Self.byQuality(members) : members.joined(separator: ",")
    return SHA256.digest(of: "\(name.canonicalName):\(value)")
  }

  /// Returns the members in lower case, sorted by descending quality (RFC 9110, section 12.4.2).
  ///
  /// Members with equal qualities keep their order, because some services respect it.
  private static func byQuality(_ members: [Substring]) -> String {
    let rated = members.enumerated().map { index, member -> (text: String, quality: Double, index: Int) in
      let parts = member.lowercased().split(separator: ";").map { FieldList.trimmed($0) }
      let weight =
        parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
        .flatMap { (0...1).contains($0) ? $0 : nil } ?? 1
      let others = parts.filter { !$0.hasPrefix("q=") }.joined(separator: ";")
      return (others, weight, index)
    }
    return rated.sorted { ($1.quality, $0.index) < ($0.quality, $1.index) }
      .map { "\($0.text);q=\($0.quality)" }.joined(separator: ",")
  }

  /// The fields with case-insensitive values and qualities (RFC 9110, sections 12.5.2 to 12.5.4).
  private static let preferences: Set<HTTPField.Name> = ["Accept-Charset", .acceptEncoding, "Accept-Language"]
}
