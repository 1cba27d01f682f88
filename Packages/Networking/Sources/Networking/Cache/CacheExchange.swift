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

  /// The same for all of the content: what is asked for in the background is to be stored.
  var whole: CacheExchange {
    guard parsed.range != nil else { return self }
    var request = request
    request.headers[CachingField.range] = nil
    request.headers[CachingField.ifRange] = nil
    let parsed = CacheRequest(request, policy: parsed.policy)
    return CacheExchange(request: request, parsed: parsed, key: key, ticket: ticket, entry: entry, next: next)
  }

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
      response.body = content(of: entry, &response.status, &headers)
    }
    response.headers = headers
    response.context[CacheStatus.self] = status
    return response
  }

  /// What the request gets of the stored content: all of it, or the part that it asks for.
  private func content(of entry: StoredEntry, _ status: inout HTTPStatus, _ headers: inout HTTPFields) -> ResponseBody {
    guard parsed.range != nil, entry.holdsItsBytes, let partial = HTTPStatus(code: 206),
      let unsatisfiable = HTTPStatus(code: 416)
    else { return entry.body }
    let total = entry.content.count
    switch PartialAnswer(of: entry, for: parsed) {
    case .whole: return entry.body
    case .part(let bytes):
      status = partial
      headers[CachingField.contentRange] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(total)"
      headers[.contentLength] = String(bytes.count)
      return entry.body(bytes)
    case .unsatisfiable:
      status = unsatisfiable
      for name in Self.ofContent { headers[name] = nil }
      headers[CachingField.contentRange] = "bytes */\(total)"
      return .empty
    }
  }

  /// What describes content that a 304 does not have (RFC 9110, section 15.4.5).
  private static let ofContent: [HTTPField.Name] = [
    .contentLength, .contentType, .contentEncoding, CachingField.contentRange, "Content-Language",
  ]
}
