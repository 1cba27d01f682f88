import Foundation

extension HTTPCache {
  /// Takes an answer of the service: stores it while it is read, or lets it pass.
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
    } else if let stored = storable(response, exchange, times) {
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
      keepsCookies: configuration.storesCookies
    )
  }

  /// Whether what is stored is no longer true, although the new answer can't take its place.
  private func isReplaced(by response: HTTPResponse, _ exchange: CacheExchange) -> Bool {
    guard exchange.entry != nil, !exchange.parsed.directives.isNoStore else { return false }
    return (response.status.isSuccess && response.status.code != 206) || [404, 410].contains(response.status.code)
  }

  /// Compares a HEAD answer with what is stored (RFC 9111, section 4.3.5).
  private func compare(_ response: HTTPResponse, _ exchange: CacheExchange, _ times: Freshness.Exchange) {
    guard let entry = exchange.entry else { return }
    let outcome = Revalidation.outcome(
      ofHead: response,
      for: entry.response,
      exchange: times,
      rules: configuration.heuristics,
      keepsCookies: configuration.storesCookies
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

  /// Stores content that is here already, or has it stored as it is read.
  private func record(
    _ response: inout HTTPResponse,
    _ stored: StoredResponse,
    _ exchange: CacheExchange,
    _ times: Freshness.Exchange
  ) -> Bool {
    let recorder = EntryRecorder(
      store: store,
      key: exchange.key,
      response: stored,
      options: exchange.storeOptions(now: times.response)
    )
    if let declared = stored.headers[values: .contentLength].first.flatMap({ Int($0) }),
      !stored.headers.contains(.contentEncoding)
    {
      recorder.expectedLength = declared
    }
    if let bytes = response.body.bytes {
      recorder.append(bytes)
      return recorder.finish()
    }
    response.body = ResponseBody(source: RecordedBodySource(body: response.body, recorder: recorder))
    return recorder.canFit
  }
}
