import NetworkingFoundation

extension HTTPCache {
  /// Returns a response from the cache if permitted; otherwise sends the request and stores the response.
  ///
  /// - Throws: ``NetworkError/cacheMiss(url:)`` if network requests are off and the cache has no usable response;
  ///   otherwise the service's error.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var policy = request.context[CachePolicy.self] ?? configuration.defaultPolicy
    if isOffline { policy.access = .offline }
    let parsed = CacheRequest(request, policy: policy)
    guard let key = CacheKey.digest(of: request.url), !parsed.isBeyondCache, policy.access != .neverStore else {
      return try await pass(request, parsed, next)
    }
    let now = now
    let ticket = store.ticket()
    let lookup = store.lookup(key, request: request.headers, now: now)
    let part = lookup.entry?.part
    let exchange = CacheExchange(
      request: request,
      parsed: parsed,
      key: key,
      ticket: ticket,
      entry: lookup.entry.flatMap { $0.isUsable(for: parsed) ? $0 : nil },
      part: part == nil ? nil : lookup.entry,
      next: next
    )
    if parsed.range != nil, policy.access == .standard, let entry = lookup.entry, entry.response.status == .ok,
      !entry.holdsItsBytes
    {
      // Only the service can provide the requested part, because the stored bytes may have been decoded. When offline,
      // the whole content is a valid response.
      return try await pass(request, parsed, next)
    }
    let decision = CacheDecision.make(
      for: parsed,
      stored: exchange.entry?.response,
      part: part,
      isVaryMiss: lookup.isVaryMiss,
      now: now
    )
    switch (decision, exchange.entry) {
    case (.use(let reason), let entry?):
      activity.count { counts in
        counts.hits += 1
        counts.staleResponses += reason == nil ? 0 : 1
      }
      return exchange.response(entry, at: now, CacheStatus(cacheName: configuration.name, staleReason: reason))
    case (.useWhileRevalidating, let entry?):
      activity.count { counts in
        counts.hits += 1
        counts.staleResponses += 1
      }
      revalidateInBackground(exchange, entry)
      let status = CacheStatus(cacheName: configuration.name, staleReason: .whileRevalidating)
      return exchange.response(entry, at: now, status)
    case (.validate, let entry?):
      activity.count { $0.misses += 1 }
      return try await validate(exchange, entry)
    case (.forward(let reason), _):
      activity.count { $0.misses += 1 }
      return try await forward(exchange, reason)
    case (.complete(let range), _):
      activity.count { $0.misses += 1 }
      return try await complete(exchange, range)
    case (.fail, _), (_, nil):
      activity.count { $0.misses += 1 }
      throw .cacheMiss(url: RedactedURL(request.url).description)
    }
  }

  /// Sends a request that the cache can't handle, and removes the entries that a successful response invalidates.
  private func pass(
    _ request: HTTPRequest,
    _ parsed: CacheRequest,
    _ next: any Transport
  ) async throws(NetworkError) -> HTTPResponse {
    guard parsed.policy.access != .offline else {
      activity.count { $0.misses += 1 }
      throw .cacheMiss(url: RedactedURL(request.url).description)
    }
    var response = try await next.send(request)
    for url in Invalidation.targets(of: request, response) { remove(url) }
    let isForMethod = !(parsed.method == .get || parsed.method == .head)
    let reason: CacheStatus.ForwardReason =
      parsed.policy.access == .neverStore ? .bypass : isForMethod ? .method : .partial
    response.context[CacheStatus.self] = CacheStatus(
      cacheName: configuration.name,
      forward: reason,
      forwardStatus: response.status
    )
    return response
  }

  /// Revalidates an entry; at most one revalidation per URL runs at a time.
  private func revalidateInBackground(_ exchange: CacheExchange, _ entry: StoredEntry) {
    let exchange = exchange.whole
    activity.revalidate(exchange.key) { [self] () throws(NetworkError) in
      let response =
        entry.response.hasValidator
        ? try await validate(exchange, entry, isInBackground: true)
        : try await forward(exchange, .stale, isInBackground: true)
      // Reading the body to its end stores the response.
      for try await _ in response.body {}
    }
  }
}

extension HTTPCache {
  func forward(
    _ exchange: CacheExchange,
    _ reason: CacheStatus.ForwardReason,
    isInBackground: Bool = false
  ) async throws(NetworkError) -> HTTPResponse {
    let start = now
    let response: HTTPResponse
    do throws(NetworkError) {
      response = try await exchange.next.send(exchange.request)
    } catch {
      guard !isInBackground, let stale = stale(exchange, reason, failure: error) else { throw error }
      return stale
    }
    if !isInBackground, let stale = stale(exchange, reason, response.status) { return stale }
    return receive(response, exchange, Freshness.Exchange(request: start, response: now), reason)
  }

  func validate(
    _ exchange: CacheExchange,
    _ entry: StoredEntry,
    isInBackground: Bool = false
  ) async throws(NetworkError) -> HTTPResponse {
    var request = exchange.request
    request.headers = exchange.parsed.headers(validating: entry.response)
    let start = now
    let response: HTTPResponse
    do throws(NetworkError) {
      response = try await exchange.next.send(request)
    } catch {
      guard !isInBackground, let stale = stale(exchange, .stale, failure: error) else { throw error }
      return stale
    }
    if !isInBackground, let stale = stale(exchange, .stale, response.status) { return stale }
    let times = Freshness.Exchange(request: start, response: now)
    guard response.status.code == 304 else { return receive(response, exchange, times, .stale) }
    // A 304 for a different version doesn't confirm the stored response, so the whole response is requested.
    guard Revalidation.confirms(response.headers, entry.response) else {
      return try await forward(exchange, .stale, isInBackground: isInBackground)
    }
    activity.count { $0.confirmations += 1 }
    return confirmed(entry, by: response, exchange, times)
  }

  private func confirmed(
    _ entry: StoredEntry,
    by notModified: HTTPResponse,
    _ exchange: CacheExchange,
    _ times: Freshness.Exchange
  ) -> HTTPResponse {
    let updated = Revalidation.updated(
      entry.response,
      with: notModified.headers,
      exchange: times,
      rules: configuration.heuristics,
      keepsCookies: configuration.keepsCookies
    )
    let isStored = replace(entry, with: updated, exchange, now: times.response)
    var status = CacheStatus(cacheName: configuration.name, forward: .stale, forwardStatus: notModified.status)
    status.isStored = isStored
    let renewed = StoredEntry(response: updated, content: entry.content)
    var response = exchange.response(renewed, at: times.response, status)
    var context = notModified.context
    context.merge(response.context)
    response.context = context
    return response
  }

  private func replace(
    _ entry: StoredEntry,
    with updated: StoredResponse,
    _ exchange: CacheExchange,
    now: TimeInterval
  ) -> Bool {
    let variesNow = updated.headers[values: CachingField.vary]
    let isSelectedAlike = variesNow == entry.response.headers[values: CachingField.vary]
    guard isSelectedAlike, StorageDecision.mayKeep(updated, for: exchange.parsed.policy) else {
      // The entry's selection criteria no longer apply and could match the wrong requests.
      store.remove(exchange.key)
      return false
    }
    return store.replace(entry, with: updated, for: exchange.key, options: exchange.storeOptions(now: now))
  }

  /// Returns a stale response in place of a failure, if permitted.
  private func stale(
    _ exchange: CacheExchange,
    _ reason: CacheStatus.ForwardReason,
    _ status: HTTPStatus? = nil,
    failure: NetworkError? = nil
  ) -> HTTPResponse? {
    let policy = exchange.parsed.policy
    let isFailure =
      status.map { $0.isFailureOfService(policy) } ?? false || failure.map { $0.isFailureOfService(policy) } ?? false
    let now = now
    guard isFailure, let entry = exchange.entry,
      CacheDecision.mayUseOnFailure(
        entry.response,
        for: exchange.parsed,
        isDisconnected: failure?.isResponse == false,
        now: now
      )
    else { return nil }
    activity.count { $0.staleResponses += 1 }
    let isFresh = entry.response.remainingFreshness(at: now, policy: policy) > 0
    let report = CacheStatus(
      cacheName: configuration.name,
      forward: reason,
      forwardStatus: status,
      staleReason: isFresh ? nil : .onFailure,
      failure: failure
    )
    return exchange.response(entry, at: now, report)
  }
}

extension HTTPStatus {
  /// Returns whether RFC 5861, section 4, or the policy lets a stale response replace a response with this status.
  fileprivate func isFailureOfService(_ policy: CachePolicy) -> Bool {
    policy.staleUse == .ifUnavailable ? isServerError || self == .tooManyRequests : [500, 502, 503, 504].contains(code)
  }
}

extension NetworkError {
  /// Whether the failure is a response with an error status.
  fileprivate var isResponse: Bool {
    if case .status = self { true } else { false }
  }

  /// Returns whether the service or the connection failed; an invalid or cancelled request doesn't count.
  fileprivate func isFailureOfService(_ policy: CachePolicy) -> Bool {
    switch self {
    case .status(let failure): failure.status.isFailureOfService(policy)
    case .unreachable, .transportUnavailable, .protocolViolation: true
    default: isRetryable
    }
  }
}
