import Foundation

/// Collects the content of an answer that is to be stored: in memory as long as it is small, then in a file.
///
/// Whatever goes wrong ends the recording, never the reading.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class EntryRecorder: @unchecked Sendable {
  private enum State {
    case collecting(Data)
    case writing(EntryWriter)
    case over
  }

  /// The length that the service declared; content of any other length is incomplete (RFC 9111, section 3.3).
  ///
  /// It is set before the recording starts.
  var expectedLength: Int?

  private let store: CacheStore
  private let key: SHA256.Digest
  private let response: StoredResponse
  private let options: StoreOptions
  private let lock = Lock()
  private var state = State.collecting(Data())

  /// Makes a recorder.
  init(store: CacheStore, key: SHA256.Digest, response: StoredResponse, options: StoreOptions) {
    self.store = store
    self.key = key
    self.response = response
    self.options = options
  }

  /// Whether the declared length, if any, can be stored.
  var canFit: Bool { (expectedLength ?? 0) <= store.currentLimits.entry }

  /// Adds content.
  func append(_ chunk: Data) {
    lock.withLock {
      do throws(CacheFileError) {
        try add(chunk)
      } catch {
        state = .over
        store.report(error)
      }
    }
  }

  /// Stores what was collected, which is all there is.
  ///
  /// - Returns: Whether it is stored.
  @discardableResult
  func finish() -> Bool {
    lock.withLock {
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

  /// Stores nothing.
  func abandon() { lock.withLock { state = .over } }

  private func add(_ chunk: Data) throws(CacheFileError) {
    switch state {
    case .over: break
    case .collecting(var data):
      state = .over
      guard canFit, data.count + chunk.count <= store.currentLimits.entry else { return }
      // An empty start shares the chunk's memory.
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

/// Content that is stored while it is read; what is not read to its end is not stored.
final class RecordedBodySource: ResponseBodySource {
  private let body: ResponseBody
  private let recorder: EntryRecorder

  /// Makes a source over another body.
  init(body: ResponseBody, recorder: EntryRecorder) {
    self.body = body
    self.recorder = recorder
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    // A body with a source goes on where the last iterator stopped.
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
