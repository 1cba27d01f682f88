import NetworkingFoundation

/// The cache's decision on how to handle a request (RFC 9111, section 4).
enum CacheDecision: Sendable, Hashable {
  /// Use the stored response; if it is stale, the associated value is the reason its use is permitted.
  case use(StaleReason?)
  /// Use the stored response, and revalidate it in the background (RFC 5861, section 3).
  case useWhileRevalidating
  case validate
  /// Request the whole response, for the given reason (RFC 9211, section 2.2).
  case forward(CacheStatus.ForwardReason)
  /// Request the bytes that the stored part lacks, with the given `Range`.
  case complete(range: String)
  /// Fail, because there is no usable stored response and network requests are off.
  case fail

  /// Decides how to handle a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - stored: The stored response that contains the requested content.
  ///   - part: The stored part of the content.
  ///   - isVaryMiss: Whether the stored responses for the URL don't match the request's header fields.
  ///   - now: The current time, in seconds since 1970.
  /// - Returns: The decision.
  static func make(
    for request: CacheRequest,
    stored: StoredResponse?,
    part: StoredPart?,
    isVaryMiss: Bool,
    now: TimeInterval
  ) -> CacheDecision {
    switch request.policy.access {
    case .neverStore: return .forward(.bypass)
    case .refresh: return request.directives.isOnlyIfCached ? .fail : .forward(.request)
    case .offline:
      guard let stored else { return .fail }
      return .use(stored.remainingFreshness(at: now, policy: request.policy) > 0 ? nil : .offline)
    case .standard: break
    }
    guard let stored else {
      if request.directives.isOnlyIfCached { return .fail }
      if let range = part?.missing(for: request) { return .complete(range: range) }
      return .forward(part != nil ? .partial : isVaryMiss ? .varyMiss : .uriMiss)
    }
    let judgement = judge(request, stored, now: now)
    switch judgement {
    case .validate, .forward: return request.directives.isOnlyIfCached ? .fail : judgement
    case .useWhileRevalidating:
      let mayAsk = !request.directives.isOnlyIfCached && request.method == .get
      return mayAsk ? judgement : .use(.whileRevalidating)
    case .use, .complete, .fail: return judgement
    }
  }

  private static func judge(_ request: CacheRequest, _ stored: StoredResponse, now: TimeInterval) -> CacheDecision {
    let directives = request.directives
    let asking: CacheDecision =
      stored.hasValidator ? .validate : .forward(directives.isNoCache ? .request : .stale)
    if directives.isNoCache { return asking }
    let isStandard = !stored.isGoverned(by: request.policy)
    if isStandard, stored.directives.isNoCache || stored.isStoredByPolicy { return asking }

    let remaining = stored.remainingFreshness(at: now, policy: request.policy)
    let isFresh = remaining > 0
    if let maxAge = directives.maxAge, stored.freshness.age(at: now) > TimeInterval(maxAge) || maxAge == 0 {
      // A reload doesn't revalidate an immutable response (RFC 8246).
      let isImmutable = stored.directives.isImmutable && maxAge == 0
      let overrun = stored.freshness.age(at: now) - TimeInterval(maxAge)
      let isTolerated = directives.maxStale.map { overrun <= TimeInterval($0) } ?? false
      guard isTolerated || (isFresh && isImmutable) else { return asking }
    }
    if let minFresh = directives.minFresh, remaining < TimeInterval(minFresh) { return asking }
    if isFresh { return .use(nil) }

    let forbidsStale = isStandard && stored.directives.forbidsStale
    if forbidsStale { return asking }
    if let maxStale = directives.maxStale, -remaining <= TimeInterval(maxStale) { return .use(.maxStale) }
    let window = TimeInterval(stored.directives.staleWhileRevalidate)
    if window > 0, -remaining <= window, directives.maxAge == nil, directives.minFresh == nil {
      return .useWhileRevalidating
    }
    return asking
  }

  /// Returns whether a stored response may be used after a failure of the service (RFC 5861, section 4; RFC 9111,
  /// section 4.2.4).
  ///
  /// `isDisconnected` is `true` if the service didn't respond.
  static func mayUseOnFailure(
    _ stored: StoredResponse,
    for request: CacheRequest,
    isDisconnected: Bool,
    now: TimeInterval
  ) -> Bool {
    if request.policy.staleUse == .ifUnavailable { return true }
    let remaining = stored.remainingFreshness(at: now, policy: request.policy)
    let isStandard = !stored.isGoverned(by: request.policy)
    if isStandard, stored.directives.forbidsStale || stored.isStoredByPolicy { return false }
    guard !request.directives.isNoCache, request.directives.maxAge == nil, request.directives.minFresh == nil else {
      return false
    }
    if request.policy.staleUse == .ifDisconnected, isDisconnected { return true }
    let window = request.directives.staleIfError ?? stored.directives.staleIfError
    return window > 0 && -remaining <= TimeInterval(window)
  }
}

package enum StaleReason: String, Sendable, Hashable {
  case maxStale = "max-stale"
  /// The response may be used while it is stale and being revalidated in the background.
  case whileRevalidating = "stale-while-revalidate"
  /// The service failed or couldn't be reached, and `stale-if-error` or the request's ``CachePolicy`` permits its use.
  case onFailure = "stale-if-error"
  case offline = "offline"
}

extension StoredResponse {
  /// Whether the response is stored only because of a ``CachePolicy``, despite the service's directives.
  var isStoredByPolicy: Bool { directives.isNoStore && !(directives.mustUnderstand && status.isUnderstood) }
}
