import NetworkingFoundation

struct CacheExchange: Sendable {
  let request: HTTPRequest
  let parsed: CacheRequest
  let key: SHA256.Digest
  let ticket: CacheStore.Ticket
  /// The stored response that contains the requested content.
  let entry: StoredEntry?
  /// The stored part of the content, which may contain the requested bytes.
  let part: StoredEntry?
  let next: any Transport

  /// The exchange without a range, so that the whole content can be stored.
  var whole: CacheExchange {
    guard parsed.range != nil else { return self }
    var request = request
    request.headers[CachingField.range] = nil
    request.headers[CachingField.ifRange] = nil
    let parsed = CacheRequest(request, policy: parsed.policy)
    return CacheExchange(
      request: request,
      parsed: parsed,
      key: key,
      ticket: ticket,
      entry: entry,
      part: part,
      next: next
    )
  }

  func storeOptions(now: TimeInterval) -> StoreOptions {
    StoreOptions(isPinned: parsed.policy.isPinned, ticket: ticket, now: now)
  }

  /// Returns the stored response: as a 304 if the caller's copy is current, and without content for HEAD.
  func response(_ entry: StoredEntry, at now: TimeInterval, _ status: CacheStatus) -> HTTPResponse {
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

  private func content(of entry: StoredEntry, _ status: inout HTTPStatus, _ headers: inout HTTPFields) -> ResponseBody {
    if let part = entry.part, let bytes = part.bounds(for: parsed, of: entry.response) {
      headers[CachingField.contentRange] = part.contentRange(bytes)
      headers[.contentLength] = String(bytes.count)
      return entry.body(bytes.shifted(by: -part.bytes.lowerBound))
    }
    guard parsed.range != nil, entry.holdsItsBytes, let partial = HTTPStatus(code: 206),
      let unsatisfiable = HTTPStatus(code: 416)
    else { return entry.body }
    let total = entry.content.count
    switch PartialResponse(of: entry, for: parsed) {
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

  /// The fields that describe the content; a 304 response omits them (RFC 9110, section 15.4.5).
  private static let ofContent: [HTTPField.Name] = [
    .contentLength, .contentType, .contentEncoding, CachingField.contentRange, CachingField.contentLanguage,
  ]
}
