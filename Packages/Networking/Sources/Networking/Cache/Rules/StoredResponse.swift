import Foundation

/// The head of a stored answer, and what follows from it.
struct StoredResponse: Sendable {
  /// The status.
  let status: HTTPStatus
  /// The fields that are stored.
  let headers: HTTPFields
  /// When it was asked for and when it came, or was last confirmed.
  let exchange: Freshness.Exchange
  /// Which requests it is for.
  let selection: Selection
  /// What it says about caching.
  let directives: ResponseDirectives
  /// How long it is fresh.
  let freshness: Freshness
  /// Its version.
  let entityTag: EntityTag?

  /// Makes one from fields that may be stored.
  init(
    status: HTTPStatus,
    headers: HTTPFields,
    exchange: Freshness.Exchange,
    selection: Selection,
    rules: HeuristicRules
  ) {
    self.status = status
    self.headers = headers
    self.exchange = exchange
    self.selection = selection
    let directives = ResponseDirectives(headers)
    self.directives = directives
    freshness = Freshness(status: status, headers: headers, directives: directives, exchange: exchange, rules: rules)
    entityTag = headers[CachingField.entityTag].flatMap { EntityTag($0) }
  }

  /// The `Last-Modified` field as it was sent.
  var lastModified: String? { headers[values: CachingField.lastModified].first }

  /// Whether the service can be asked if it is still current.
  var hasValidator: Bool { entityTag != nil || lastModified != nil }

  /// The fields for a caller: with the age in place of the one that came (RFC 9111, section 4).
  func headers(age: TimeInterval) -> HTTPFields {
    var headers = headers
    headers[CachingField.age] = String(Int(age))
    return headers
  }

  /// Whether the policy says how long it is fresh, and not the service: only for successes, never for a remembered failure.
  func isGoverned(by policy: CachePolicy) -> Bool { policy.lifetime != .standard && status.isSuccess }

  /// For how many seconds it is fresh under a policy; negative for how long it has been stale.
  func remainingFreshness(at now: TimeInterval, policy: CachePolicy) -> TimeInterval {
    guard isGoverned(by: policy) else { return freshness.lifetime - freshness.age(at: now) }
    return switch policy.lifetime {
    case .standard: freshness.lifetime - freshness.age(at: now)
    case .fixed(let duration):
      min(duration.inSeconds, TimeInterval(DeltaSeconds.maximum)) - freshness.residence(at: now)
    case .forever: TimeInterval(DeltaSeconds.maximum)
    }
  }
}

extension Duration {
  /// In seconds with fractions.
  var inSeconds: TimeInterval {
    let (seconds, attoseconds) = components
    return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
  }
}

/// Which fields of an answer are stored.
enum StoredFields {
  /// Leaves out the fields of the connection (RFC 9111, section 3.1) and, unless asked for, cookies; adds a missing `Date` (RFC 9110, section 6.6.1).
  static func storable(_ headers: HTTPFields, keepsCookies: Bool, received: TimeInterval) -> HTTPFields {
    var stored = HTTPFields()
    let excluded = excluded(headers, keepsCookies: keepsCookies)
    for field in headers where !excluded.contains(field.name) { stored.append(field.name, field.value) }
    if !stored.contains(CachingField.date) {
      stored[CachingField.date] = HTTPDate.text(of: Date(timeIntervalSince1970: received))
    }
    return stored
  }

  /// The stored fields with those of a 304 or a HEAD answer over them (RFC 9111, section 3.2).
  ///
  /// What describes the stored bytes stays: the answer without content can't know how they were decoded on their way.
  static func updated(_ stored: HTTPFields, with newer: HTTPFields, keepsCookies: Bool, received: TimeInterval)
    -> HTTPFields
  {
    let excluded = excluded(newer, keepsCookies: keepsCookies).union(ofContent)
    var update = HTTPFields()
    for field in newer where !excluded.contains(field.name) { update.append(field.name, field.value) }
    var result = stored
    // Both say when the older answer was made; the newer one is from now.
    result[CachingField.age] = nil
    result[CachingField.date] = nil
    result.merge(update)
    if !result.contains(CachingField.date) {
      result[CachingField.date] = HTTPDate.text(of: Date(timeIntervalSince1970: received))
    }
    return result
  }

  private static let ofContent: Set<HTTPField.Name> = [
    .contentLength, .contentEncoding, CachingField.contentRange,
  ]

  private static func excluded(_ headers: HTTPFields, keepsCookies: Bool) -> Set<HTTPField.Name> {
    var excluded = CachingField.ofConnection
    for member in FieldList.members(headers[values: CachingField.connection]) {
      if let name = HTTPField.Name(String(member)) { excluded.insert(name) }
    }
    if !keepsCookies { excluded.formUnion([CachingField.setCookie, CachingField.setCookie2]) }
    return excluded
  }
}
