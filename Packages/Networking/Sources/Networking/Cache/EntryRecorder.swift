import NetworkingFoundation

/// A recorder that keeps response content in memory at first, and moves it to a file once it becomes too large.
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
  /// The stored bytes around the new content.
  private let joined: JoinedEntry?
  private let state = Locked(State.collecting(Data()))

  init(
    store: CacheStore,
    key: SHA256.Digest,
    response: StoredResponse,
    options: StoreOptions,
    expectedLength: Int?,
    joined: JoinedEntry?
  ) {
    self.store = store
    self.key = key
    self.response = response
    self.options = options
    self.expectedLength = expectedLength
    self.joined = joined
    if let joined { append(joined.earlier, joined.before) }
  }

  /// Whether content with the declared length fits within the entry size limit; `true` if no length is declared.
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

  /// Appends bytes of a stored entry.
  private func append(_ entry: StoredEntry, _ bytes: Range<Int>) {
    do throws(CacheFileError) {
      try entry.forEachPiece(of: bytes) { append($0) }
    } catch {
      abandon()
      store.report(error)
    }
  }

  /// Stores the complete content in the cache.
  ///
  /// - Returns: Whether the content was stored.
  @discardableResult
  func finish() -> Bool {
    if let joined { append(joined.earlier, joined.after) }
    return state.withLock { state in
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
