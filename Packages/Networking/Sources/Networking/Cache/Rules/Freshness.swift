import NetworkingFoundation

struct Freshness: Sendable, Hashable {
  /// The freshness lifetime in seconds, counted from the time at which the response was generated.
  let lifetime: TimeInterval
  /// The age on arrival, in seconds.
  let initialAge: TimeInterval
  /// The arrival time, in seconds since 1970.
  let arrival: TimeInterval

  /// Returns the response's age, in seconds; at most 2³¹ (RFC 9111, section 4.2.3).
  ///
  /// An arrival more than a minute in the future counts as infinitely long ago, because the clock has been set back.
  func age(at now: TimeInterval) -> TimeInterval {
    min(initialAge + residence(at: now), TimeInterval(DeltaSeconds.maximum))
  }

  /// Returns the seconds since the response was stored; at most 2³¹, even if a corrupt entry claims more.
  func residence(at now: TimeInterval) -> TimeInterval {
    let residence = now - arrival
    let longest = TimeInterval(DeltaSeconds.maximum)
    return residence < -60 ? longest : min(max(0, residence), longest)
  }
}

struct HeuristicRules: Sendable, Hashable {
  /// The lifetime as a fraction of the time since the content was last modified.
  var fraction = 0.1
  /// The maximum lifetime: one week in seconds, as in browsers.
  var limit: TimeInterval = 7 * 86_400
}

extension Freshness {
  struct Exchange: Sendable, Hashable {
    var request: TimeInterval
    var response: TimeInterval
  }

  init(
    status: HTTPStatus,
    headers: HTTPFields,
    directives: ResponseDirectives,
    exchange: Exchange,
    rules: HeuristicRules
  ) {
    let date = Self.date(headers, received: exchange.response)
    arrival = exchange.response
    let apparentAge = max(0, exchange.response - date)
    let correctedAge = Self.ageField(headers) + max(0, exchange.response - exchange.request)
    initialAge = max(apparentAge, correctedAge)
    lifetime =
      Self.explicitLifetime(headers, directives, date: date, received: exchange.response)
      ?? Self.heuristicLifetime(status, headers, directives, date: date, rules: rules)
  }

  /// Returns the value of `Date`, or the arrival time if the field is missing or invalid.
  private static func date(_ headers: HTTPFields, received: TimeInterval) -> TimeInterval {
    guard let text = headers[values: CachingField.date].first else { return received }
    return seconds(text, received: received) ?? received
  }

  /// Returns the first member of `Age`, or 0 if it isn't a number (RFC 9111, section 5.1).
  private static func ageField(_ headers: HTTPFields) -> TimeInterval {
    let first = FieldList.members(headers[values: CachingField.age]).first
    return TimeInterval(first.flatMap { DeltaSeconds.parse($0) } ?? 0)
  }

  /// Ten thousand years in seconds, which is beyond all dates and can't overflow an integer.
  private static let maximumLifetime: TimeInterval = 315_569_520_000

  /// Returns the explicit lifetime, if any; 0 for invalid or contradictory `Expires` fields (RFC 9111, section 4.2.1).
  private static func explicitLifetime(
    _ headers: HTTPFields,
    _ directives: ResponseDirectives,
    date: TimeInterval,
    received: TimeInterval
  ) -> TimeInterval? {
    if let maxAge = directives.maxAge { return TimeInterval(maxAge) }
    let expires = headers[values: CachingField.expires]
    guard let first = expires.first else { return nil }
    guard expires.allSatisfy({ $0 == first }), let end = seconds(first, received: received) else { return 0 }
    return min(max(0, end - date), maximumLifetime)
  }

  private static func heuristicLifetime(
    _ status: HTTPStatus,
    _ headers: HTTPFields,
    _ directives: ResponseDirectives,
    date: TimeInterval,
    rules: HeuristicRules
  ) -> TimeInterval {
    guard status.isHeuristicallyCacheable || directives.isPublic,
      let modified = headers[values: CachingField.lastModified].first.flatMap({ seconds($0, received: date) })
    else { return 0 }
    return min(max(0, date - modified) * rules.fraction, rules.limit)
  }

  private static func seconds(_ text: String, received: TimeInterval) -> TimeInterval? {
    HTTPDate.parse(text, now: Date(timeIntervalSince1970: received))?.timeIntervalSince1970
  }
}

extension HTTPStatus {
  /// Whether responses with this status may be reused without an explicit freshness lifetime (RFC 9110, section 15.1).
  var isHeuristicallyCacheable: Bool {
    [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(code)
  }

  /// Whether this cache implements the status's caching rules, for `must-understand` (RFC 9111, section 3).
  var isUnderstood: Bool {
    isHeuristicallyCacheable && code != 206 || [302, 303, 307, 400, 401, 403, 500, 502, 503, 504].contains(code)
  }
}
