import NetworkingFoundation

struct StoredResponse: Sendable {
  let status: HTTPStatus
  let headers: HTTPFields
  let exchange: Freshness.Exchange
  let selection: Selection
  let directives: ResponseDirectives
  let freshness: Freshness
  let entityTag: EntityTag?

  /// Creates a stored response from header fields that may be stored.
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

  /// Returns whether a request can use the response, based on the fields in `Vary`, the cookies and the credentials.
  func isSelected(by request: HTTPFields) -> Bool {
    selection.matches(request, language: language)
  }

  /// The content's language; `nil` if it is unknown, or if there are several.
  private var language: String? {
    let languages = FieldList.members(headers[values: CachingField.contentLanguage])
    return languages.count == 1 ? String(languages[0]) : nil
  }

  /// The value of `If-Range` that identifies this version byte for byte.
  var strongValidator: String? { headers.strongValidator(received: exchange.response) }

  var lastModified: String? { headers[values: CachingField.lastModified].first }

  var hasValidator: Bool { entityTag != nil || lastModified != nil }

  /// Returns the header fields with the current age (RFC 9111, section 4).
  func headers(age: TimeInterval) -> HTTPFields {
    var headers = headers
    headers[CachingField.age] = String(Int(age))
    return headers
  }

  /// Returns whether the policy, rather than the service, determines the freshness of a successful response.
  func isGoverned(by policy: CachePolicy) -> Bool { policy.lifetime != .standard && status.isSuccess }

  /// Returns the remaining freshness in seconds; negative for a stale response.
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
  var inSeconds: TimeInterval {
    let (seconds, attoseconds) = components
    return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
  }
}

enum StoredFields {
  /// Returns the fields without connection-specific fields (RFC 9111, section 3.1) and, unless `keepsCookies` is set,
  /// without cookies; adds a missing `Date` (RFC 9110, section 6.6.1).
  static func storable(_ headers: HTTPFields, keepsCookies: Bool, received: TimeInterval) -> HTTPFields {
    var stored = HTTPFields()
    let excluded = excluded(headers, keepsCookies: keepsCookies)
    for field in headers where !excluded.contains(field.name) { stored.append(field.name, field.value) }
    if !stored.contains(CachingField.date) {
      stored[CachingField.date] = HTTPDate.text(of: Date(timeIntervalSince1970: received))
    }
    return stored
  }

  /// Updates stored fields from a 304 or a response to HEAD (RFC 9111, section 3.2).
  ///
  /// Fields that describe the stored bytes don't change, because the newer response doesn't reveal their decoding.
  static func updated(_ stored: HTTPFields, with newer: HTTPFields, keepsCookies: Bool, received: TimeInterval)
    -> HTTPFields
  {
    let excluded = excluded(newer, keepsCookies: keepsCookies).union(ofContent)
    var update = HTTPFields()
    for field in newer where !excluded.contains(field.name) { update.append(field.name, field.value) }
    var result = stored
    // Both fields belong to the older response.
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
