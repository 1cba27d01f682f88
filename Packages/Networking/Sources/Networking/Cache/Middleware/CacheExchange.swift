import Foundation

/// One request on its way through the cache.
struct CacheExchange: Sendable {
  /// The request as it came.
  let request: HTTPRequest
  /// What matters of it.
  let parsed: CacheRequest
  /// What its answers are found by.
  let key: SHA256.Digest
  /// When it came, in the order of changes.
  let ticket: CacheStore.Ticket
  /// What is stored for it.
  let entry: StoredEntry?
  /// The rest of the chain.
  let next: any Transport

  /// How its answer is stored.
  func storeOptions(now: TimeInterval) -> StoreOptions {
    StoreOptions(isPinned: parsed.policy.isPinned, ticket: ticket, now: now)
  }

  /// An answer out of the store, with 304 where the caller has it already, and without content for HEAD.
  func answer(_ entry: StoredEntry, at now: TimeInterval, _ status: CacheStatus) -> HTTPResponse {
    let stored = entry.response
    var status = status
    let age = stored.freshness.age(at: now)
    status.age = .seconds(age)
    status.timeToLive = .seconds(Int(stored.remainingFreshness(at: now, policy: parsed.policy).rounded(.down)))
    var headers = stored.headers(age: age)
    var response = HTTPResponse(status: stored.status, url: request.url)
    if parsed.isConditional, parsed.isSatisfied(by: stored), let notModified = HTTPStatus(code: 304) {
      response.status = notModified
      for name in Self.ofContent { headers[name] = nil }
    } else if parsed.method == .get {
      response.body = entry.body
    }
    response.headers = headers
    response.context[CacheStatus.self] = status
    return response
  }

  /// What describes content that a 304 does not have (RFC 9110, section 15.4.5).
  private static let ofContent: [HTTPFieldName] = [
    .contentLength, .contentType, .contentEncoding, CachingField.contentRange, "Content-Language",
  ]
}
