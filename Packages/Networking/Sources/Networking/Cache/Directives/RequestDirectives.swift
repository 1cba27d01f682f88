/// What a request says about caching (RFC 9111, sections 5.2.1 and 5.4; RFC 5861, section 4).
struct RequestDirectives: Sendable, Hashable {
  /// Only an answer that the service has just confirmed.
  var isNoCache = false
  /// The answer is not to be stored.
  var isNoStore = false
  /// Only what is stored, whatever the network could do.
  var isOnlyIfCached = false
  /// The greatest age in seconds.
  var maxAge: Int?
  /// For how many seconds an answer may be stale.
  var maxStale: Int?
  /// For how many seconds an answer must stay fresh.
  var minFresh: Int?
  /// For how many seconds an answer may be stale where the service fails.
  var staleIfError: Int?

  /// Reads the fields of a request; numbers that are none count as what is safe: ask the service.
  init(_ headers: HTTPFields) {
    let values = headers[values: CachingField.cacheControl]
    guard !values.isEmpty else {
      isNoCache = FieldList.members(headers[values: CachingField.pragma]).contains { $0.lowercased() == "no-cache" }
      return
    }
    let control = CacheControl(values)
    isNoCache = control.contains("no-cache")
    isNoStore = control.contains("no-store")
    isOnlyIfCached = control.contains("only-if-cached")
    maxAge = Self.number(control.seconds("max-age"), invalid: 0)
    minFresh = Self.number(control.seconds("min-fresh"), invalid: DeltaSeconds.maximum)
    staleIfError = Self.number(control.seconds("stale-if-error"), invalid: nil)
    if let directive = control["max-stale"] {
      maxStale = directive.argument.map { DeltaSeconds.parse($0) ?? 0 } ?? DeltaSeconds.maximum
    }
  }

  private static func number(_ seconds: CacheControl.Seconds, invalid: Int?) -> Int? {
    switch seconds {
    case .absent: nil
    case .value(let number): number
    case .invalid: invalid
    }
  }
}
