import Foundation

extension HTTPCache {
  /// Answers from the cache where that is allowed, and otherwise sends the request on and stores the answer.
  ///
  /// - Throws: ``NetworkError/cacheMiss(url:)`` where the service was not to be asked, and why the service did not answer.
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
    let exchange = CacheExchange(
      request: request,
      parsed: parsed,
      key: key,
      ticket: ticket,
      entry: lookup.entry,
      next: next
    )
    if parsed.range != nil, policy.access == .standard, let entry = lookup.entry, entry.response.status == .ok,
      !entry.holdsItsBytes
    {
      // Its bytes may have been decoded, so only the service knows the part; where it is not to be asked, all of it is an answer, too.
      return try await pass(request, parsed, next)
    }
    let decision = CacheDecision.make(
      for: parsed,
      stored: lookup.entry?.response,
      isVaryMiss: lookup.isVaryMiss,
      now: now
    )
    switch (decision, lookup.entry) {
    case (.use(let reason), let entry?):
      activity.count { counts in
        counts.hits += 1
        counts.staleResponses += reason == nil ? 0 : 1
      }
      return exchange.answer(entry, at: now, CacheStatus(cacheName: configuration.name, staleReason: reason))
    case (.useWhileRevalidating, let entry?):
      activity.count { counts in
        counts.hits += 1
        counts.staleResponses += 1
      }
      revalidateInBackground(exchange, entry)
      let status = CacheStatus(cacheName: configuration.name, staleReason: .whileRevalidating)
      return exchange.answer(entry, at: now, status)
    case (.validate, let entry?):
      activity.count { $0.misses += 1 }
      return try await validate(exchange, entry)
    case (.forward(let reason), _):
      activity.count { $0.misses += 1 }
      return try await forward(exchange, reason)
    case (.fail, _), (_, nil):
      activity.count { $0.misses += 1 }
      throw .cacheMiss(url: RedactedURL(request.url).description)
    }
  }

  /// Sends a request on that the cache can't answer, and removes what its success makes unusable.
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

  /// Asks the service meanwhile, once at a time for each URL.
  private func revalidateInBackground(_ exchange: CacheExchange, _ entry: StoredEntry) {
    let exchange = exchange.whole
    activity.revalidate(exchange.key) { [self] () throws(NetworkError) in
      let response =
        entry.response.hasValidator
        ? try await validate(exchange, entry, isInBackground: true)
        : try await forward(exchange, .stale, isInBackground: true)
      // What nobody reads is not stored.
      for try await _ in response.body {}
    }
  }
}
