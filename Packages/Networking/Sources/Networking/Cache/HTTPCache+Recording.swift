import NetworkingFoundation

extension HTTPCache {
  /// Handles a response from the service: stores it while the caller reads it, or only passes it on.
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

  /// Returns whether the response makes the stored entry outdated, although it can't be stored itself.
  private func isReplaced(by response: HTTPResponse, _ exchange: CacheExchange) -> Bool {
    guard exchange.entry != nil, !exchange.parsed.directives.isNoStore else { return false }
    return (response.status.isSuccess && response.status.code != 206) || [404, 410].contains(response.status.code)
  }

  /// Updates or removes the stored entry based on a response to HEAD (RFC 9111, section 4.3.5).
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

  private func record(
    _ response: inout HTTPResponse,
    _ stored: StoredResponse,
    _ exchange: CacheExchange,
    _ times: Freshness.Exchange
  ) -> Bool {
    let isEncoded = stored.headers.contains(.contentEncoding)
    let recorder = EntryRecorder(
      store: store,
      key: exchange.key,
      response: stored,
      options: exchange.storeOptions(now: times.response),
      expectedLength: isEncoded ? nil : stored.headers[values: .contentLength].first.flatMap { Int($0) }
    )
    if let bytes = response.body.bytes {
      recorder.append(bytes)
      return recorder.finish()
    }
    response.body = ResponseBody(source: RecordedBodySource(body: response.body, recorder: recorder))
    return recorder.canFit
  }
}

/// A recorder for response content, which it keeps first in memory, then in a file once the content grows larger.
///
/// A failure ends the recording, but the caller can continue reading.
final class EntryRecorder: Sendable {
  private enum State {
    case collecting(Data)
    case writing(EntryWriter)
    case over
  }

  private let store: CacheStore
  private let key: SHA256.Digest
  private let response: StoredResponse
  private let options: StoreOptions
  /// The declared content length; content with a different length is incomplete (RFC 9111, section 3.3).
  private let expectedLength: Int?
  private let state = Locked(State.collecting(Data()))

  init(store: CacheStore, key: SHA256.Digest, response: StoredResponse, options: StoreOptions, expectedLength: Int?) {
    self.store = store
    self.key = key
    self.response = response
    self.options = options
    self.expectedLength = expectedLength
  }

  /// Whether content with the declared length fits the entry size limit; `true` if no length is declared.
  var canFit: Bool { (expectedLength ?? 0) <= store.currentLimits.entry }

  func append(_ chunk: Data) {
    state.withLock { state in
      do throws(CacheFileError) {
        try add(chunk, to: &state)
      } catch {
        state = .over
        store.report(error)
      }
    }
  }

  /// Stores the complete content in the cache.
  ///
  /// - Returns: Whether the content was stored.
  @discardableResult
  func finish() -> Bool {
    state.withLock { state in
      defer { state = .over }
      switch state {
      case .over: return false
      case .collecting(let data):
        guard data.count == expectedLength ?? data.count else { return false }
        let entry = StoredEntry(response: response, content: .bytes(data))
        return store.store(entry, content: data, for: key, options: options)
      case .writing(let writer):
        guard writer.contentLength == expectedLength ?? writer.contentLength else { return false }
        do throws(CacheFileError) {
          return try store.publish(writer, response, content: nil, for: key, options: options)
        } catch {
          store.report(error)
          return false
        }
      }
    }
  }

  func abandon() { state.withLock { $0 = .over } }

  private func add(_ chunk: Data, to state: inout State) throws(CacheFileError) {
    switch state {
    case .over: break
    case .collecting(var data):
      state = .over
      guard canFit, data.count + chunk.count <= store.currentLimits.entry else { return }
      // The first chunk is kept without copying its bytes.
      if data.isEmpty { data = chunk } else { data.append(chunk) }
      if data.count > DiskTier.wholeReadLimit, let writer = try store.makeWriter(response) {
        try writer.append(data)
        state = .writing(writer)
      } else {
        state = .collecting(data)
      }
    case .writing(let writer):
      guard writer.fileLength + chunk.count <= store.currentLimits.entry else {
        state = .over
        return
      }
      try writer.append(chunk)
    }
  }
}

/// A body source that stores its content once it has been read to the end.
final class RecordedBodySource: ResponseBodySource {
  private let body: ResponseBody
  private let recorder: EntryRecorder

  init(body: ResponseBody, recorder: EntryRecorder) {
    self.body = body
    self.recorder = recorder
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    // For a body with a source, a new iterator continues where the previous one stopped.
    var iterator = body.makeAsyncIterator()
    do throws(NetworkError) {
      guard let chunk = try await iterator.next() else {
        recorder.finish()
        return nil
      }
      recorder.append(chunk)
      return chunk
    } catch {
      recorder.abandon()
      throw error
    }
  }
}
