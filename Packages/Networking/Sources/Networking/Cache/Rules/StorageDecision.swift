import NetworkingFoundation

enum StorageDecision {
  /// Returns the head to store with the content; `nil` if the response must not be stored.
  static func make(
    for response: HTTPResponse,
    to request: CacheRequest,
    exchange: Freshness.Exchange,
    rules: HeuristicRules,
    keepsCookies: Bool
  ) -> StoredResponse? {
    let status = response.status
    guard request.method == .get, request.policy.access != .neverStore, !request.directives.isNoStore,
      !status.isInformational, ![304, 416].contains(status.code)
    else { return nil }
    let part = StoredPart(of: response, to: request)
    // `Content-Range` has no meaning if no range was requested (RFC 9110, section 14.4).
    guard
      part != nil
        || status.code != 206
          && (!response.headers.contains(CachingField.contentRange)
            || !request.headers.contains(CachingField.range))
    else { return nil }

    let isForced = request.policy.lifetime != .standard && status.isSuccess
    guard isForced || isAllowed(ResponseDirectives(response.headers), status, response.headers) else { return nil }
    let vary = response.headers[values: CachingField.vary]
    let selection =
      Selection(vary: vary, request: request.headers)
      ?? (isForced ? Selection(vary: [], request: request.headers) : nil)
    guard let selection else { return nil }
    var headers = StoredFields.storable(response.headers, keepsCookies: keepsCookies, received: exchange.response)
    if let part {
      headers[CachingField.contentRange] = part.isComplete ? nil : part.contentRange(part.bytes)
      headers[.contentLength] = String(part.bytes.count)
    }
    let stored = StoredResponse(
      status: part?.isComplete == true ? .ok : status,
      headers: headers,
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

  private static func isUseful(_ stored: StoredResponse, _ policy: CachePolicy) -> Bool {
    stored.hasValidator || stored.freshness.lifetime > stored.freshness.initialAge || policy.staleUse != .standard
      || policy.isPinned
      || stored.freshness.lifetime
        + TimeInterval(max(stored.directives.staleIfError, stored.directives.staleWhileRevalidate))
        > stored.freshness.initialAge
  }
}
