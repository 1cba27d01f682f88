import Foundation

/// How long an answer may be used without asking the service, and how old it was when it came (RFC 9111, section 4.2).
struct Freshness: Sendable, Hashable {
  /// For how many seconds from its generation the answer is fresh.
  let lifetime: TimeInterval
  /// How old the answer was when it arrived, in seconds.
  let initialAge: TimeInterval
  /// When it arrived, in seconds since 1970.
  let arrival: TimeInterval

  /// The age at a time, in seconds; at most 2³¹ (RFC 9111, section 4.2.3).
  ///
  /// An answer from the future, by more than a minute, comes from a clock that was set back: it counts as infinitely old.
  func age(at now: TimeInterval) -> TimeInterval {
    min(initialAge + residence(at: now), TimeInterval(DeltaSeconds.maximum))
  }

  /// The time since the response was stored, in seconds; at most 2³¹, even if a damaged entry claims more.
  func residence(at now: TimeInterval) -> TimeInterval {
    let residence = now - arrival
    let longest = TimeInterval(DeltaSeconds.maximum)
    return residence < -60 ? longest : min(max(0, residence), longest)
  }
}

/// What heuristic freshness is based on (RFC 9111, section 4.2.2).
struct HeuristicRules: Sendable, Hashable {
  /// The share of the time since the last modification.
  var fraction = 0.1
  /// The most that comes of it, in seconds; a week, as browsers do.
  var limit: TimeInterval = 7 * 86_400
}

extension Freshness {
  /// The times of an exchange, in seconds since 1970.
  struct Exchange: Sendable, Hashable {
    /// When the request was sent.
    var request: TimeInterval
    /// When the head of the answer was there.
    var response: TimeInterval
  }

  /// Works it out from an answer.
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

  /// The value of `Date`, or when the answer came where it has none that can be read.
  private static func date(_ headers: HTTPFields, received: TimeInterval) -> TimeInterval {
    guard let text = headers[values: CachingField.date].first else { return received }
    return seconds(text, received: received) ?? received
  }

  /// The first member of `Age`, or 0 where it is no number (RFC 9111, section 5.1).
  private static func ageField(_ headers: HTTPFields) -> TimeInterval {
    let first = FieldList.members(headers[values: CachingField.age]).first
    return TimeInterval(first.flatMap { DeltaSeconds.parse($0) } ?? 0)
  }

  /// Ten thousand years, in seconds: more than any date says, and far from the limits of integers.
  private static let maximumLifetime: TimeInterval = 315_569_520_000

  /// What the service says; `nil` where it says nothing (RFC 9111, section 4.2.1).
  ///
  /// An `Expires` that can't be read, or two that differ, mean: no longer.
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
  /// Whether answers with this status may be reused although nothing says for how long (RFC 9110, section 15.1).
  var isHeuristicallyCacheable: Bool {
    [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(code)
  }

  /// Whether this cache knows what the status asks of caches, for `must-understand` (RFC 9111, section 3).
  var isUnderstood: Bool {
    isHeuristicallyCacheable && code != 206 || [302, 303, 307, 400, 401, 403, 500, 502, 503, 504].contains(code)
  }
}
