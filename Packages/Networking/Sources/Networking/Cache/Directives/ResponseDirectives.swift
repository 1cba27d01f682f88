/// What an answer says about caching to a private cache (RFC 9111, section 5.2.2; RFC 5861; RFC 8246).
///
/// `s-maxage` and `proxy-revalidate` are for shared caches and not here; `no-cache` with a list of fields counts as one without.
struct ResponseDirectives: Sendable, Hashable {
  /// For how many seconds the answer is fresh; an invalid number is 0.
  let maxAge: Int?
  /// The answer is to be confirmed by the service before every use.
  let isNoCache: Bool
  /// The answer is not to be stored.
  let isNoStore: Bool
  /// Once stale, the answer is not to be used without the service.
  let mustRevalidate: Bool
  /// Storing is for those who know what the status means.
  let mustUnderstand: Bool
  /// The content never changes while it is fresh.
  let isImmutable: Bool
  /// The answer may be stored although nothing else says so.
  let isPublic: Bool
  /// The answer may be stored by a private cache.
  let isPrivate: Bool
  /// For how many seconds it may be used stale while it is being confirmed.
  let staleWhileRevalidate: Int
  /// For how many seconds it may be used stale where the service fails.
  let staleIfError: Int

  /// Whether stale use is forbidden under all circumstances (RFC 9111, section 4.2.4).
  var forbidsStale: Bool { isNoCache || isNoStore || mustRevalidate }

  /// Reads the fields of an answer.
  init(_ headers: HTTPFields) {
    let control = CacheControl(headers[values: CachingField.cacheControl])
    maxAge =
      switch control.seconds("max-age") {
      case .absent: nil
      case .value(let number): number
      case .invalid: 0
      }
    isNoCache = control.contains("no-cache")
    isNoStore = control.contains("no-store")
    mustRevalidate = control.contains("must-revalidate")
    mustUnderstand = control.contains("must-understand")
    isImmutable = control.contains("immutable")
    isPublic = control.contains("public")
    isPrivate = control.contains("private")
    staleWhileRevalidate = Self.window(control.seconds("stale-while-revalidate"))
    staleIfError = Self.window(control.seconds("stale-if-error"))
  }

  private static func window(_ seconds: CacheControl.Seconds) -> Int {
    if case .value(let number) = seconds { number } else { 0 }
  }
}
