import NetworkingFoundation

extension HTTPCache {
  /// Handles a response: stores it while the caller reads it, or passes it on without storing it.
  func receive(
    _ response: HTTPResponse,
    _ exchange: CacheExchange,
    _ times: Freshness.Exchange,
    _ reason: CacheStatus.ForwardReason
  ) -> HTTPResponse {
    var response = response
    var status = CacheStatus(cacheName: configuration.name, forward: reason, forwardStatus: response.status)
    if exchange.parsed.method == .head {
      compare(response, exchange, times)
    } else if let stored = storable(response, exchange, times), !isLesser(stored, exchange) {
      status.timeToLive = .seconds(
        Int(stored.remainingFreshness(at: times.response, policy: exchange.parsed.policy).rounded(.down))
      )
      status.isStored = record(&response, stored, exchange, times)
    } else if isReplaced(by: response, exchange) {
      store.remove(exchange.key)
    }
    response.context[CacheStatus.self] = status
    return response
  }

  private func storable(
    _ response: HTTPResponse,
    _ exchange: CacheExchange,
    _ times: Freshness.Exchange
  ) -> StoredResponse? {
    StorageDecision.make(
      for: response,
      to: exchange.parsed,
      exchange: times,
      rules: configuration.heuristics,
      keepsCookies: configuration.keepsCookies
    )
  }

  /// Returns whether the response has only part of the content, but the whole content is stored and may be current.
  private func isLesser(_ stored: StoredResponse, _ exchange: CacheExchange) -> Bool {
    guard stored.status.code == 206, let whole = exchange.entry?.response, whole.status == .ok else { return false }
    guard let old = whole.strongValidator, let new = stored.strongValidator else { return true }
    return old == new
  }

  /// Returns whether the response makes the stored entry outdated, even if the response itself can't be stored.
  private func isReplaced(by response: HTTPResponse, _ exchange: CacheExchange) -> Bool {
    guard exchange.entry ?? exchange.part != nil, !exchange.parsed.directives.isNoStore else { return false }
    return (response.status.isSuccess && response.status.code != 206) || [404, 410].contains(response.status.code)
  }

  /// Updates or removes the entry after a response to HEAD (RFC 9111, section 4.3.5).
  private func compare(_ response: HTTPResponse, _ exchange: CacheExchange, _ times: Freshness.Exchange) {
    guard let entry = exchange.entry else { return }
    let outcome = Revalidation.outcome(
      ofHead: response,
      for: entry.response,
      exchange: times,
      rules: configuration.heuristics,
      keepsCookies: configuration.keepsCookies
    )
    switch outcome {
    case .none: break
    case .outdated: store.remove(exchange.key)
    case .update(let updated):
      let options = exchange.storeOptions(now: times.response)
      if StorageDecision.mayKeep(updated, for: exchange.parsed.policy) {
        store.replace(entry, with: updated, for: exchange.key, options: options)
      } else {
        store.remove(exchange.key)
      }
    }
  }

  private func record(
    _ response: inout HTTPResponse,
    _ stored: StoredResponse,
    _ exchange: CacheExchange,
    _ times: Freshness.Exchange
  ) -> Bool {
    let joined = exchange.part.flatMap { JoinedEntry($0, with: stored, times, configuration.heuristics) }
    let stored = joined?.response ?? stored
    let isEncoded = stored.headers.contains(.contentEncoding)
    let recorder = EntryRecorder(
      store: store,
      key: exchange.key,
      response: stored,
      options: exchange.storeOptions(now: times.response),
      expectedLength: isEncoded ? nil : stored.headers[values: .contentLength].first.flatMap { Int($0) },
      joined: joined
    )
    if let bytes = response.body.bytes {
      recorder.append(bytes)
      return recorder.finish()
    }
    response.body = ResponseBody(source: RecordedBodySource(body: response.body, recorder: recorder))
    return recorder.canFit
  }
}
