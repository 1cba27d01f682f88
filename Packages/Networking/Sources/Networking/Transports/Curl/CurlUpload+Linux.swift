#if os(Linux)
import NetworkingFoundation

/// A request body's buffer between its reader and libcurl; the faster side waits for the slower.
final class CurlUpload: Sendable {
  enum Taken {
    case bytes(Int)
    /// No bytes are available yet; the reader calls `wake` when that changes.
    case nothingYet
    case end
  }

  private struct State {
    var chunks: [Data] = []
    /// The number of bytes already taken from the first chunk.
    var offset = 0
    var waitingBytes = 0
    var isComplete = false
    var isClosed = false
    var isTakerWaiting = false
    var reader: CheckedContinuation<Bool, Never>?
    var task: Task<Void, Never>?

    mutating func take(
      into buffer: UnsafeMutableRawBufferPointer,
      capacity: Int
    ) -> (Taken, CheckedContinuation<Bool, Never>?) {
      var filled = 0
      while filled < buffer.count, let chunk = chunks.first {
        let part = chunk.dropFirst(offset).prefix(buffer.count - filled)
        part.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        filled += part.count
        offset += part.count
        if offset == chunk.count {
          chunks.removeFirst()
          offset = 0
        }
      }
      guard filled > 0 else {
        if isComplete { return (.end, nil) }
        isTakerWaiting = true
        return (.nothingYet, nil)
      }
      waitingBytes -= filled
      guard waitingBytes < capacity else { return (.bytes(filled), nil) }
      defer { reader = nil }
      return (.bytes(filled), reader)
    }
  }

  private let capacity: Int
  private let state = Locked(State())

  init(capacity: Int) { self.capacity = capacity }

  /// Reads a body to its end; calls `wake` if libcurl was waiting for bytes that are now available.
  func pump(_ body: RequestBody, wake: () -> Void) async throws(NetworkError) {
    let reader = try LengthCheckedReader(body)
    while let chunk = try await reader.nextChunk() {
      if offer(chunk) { wake() }
      guard await waitForSpace() else { return }
    }
    if complete() { wake() }
  }

  func close() {
    let (reader, task) = state.withLock { state in
      state.isClosed = true
      state.chunks = []
      defer {
        state.reader = nil
        state.task = nil
      }
      return (state.reader, state.task)
    }
    reader?.resume(returning: false)
    task?.cancel()
  }

  func own(_ task: Task<Void, Never>) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.task = task }
      return state.isClosed
    }
    if isClosed { task.cancel() }
  }

  // MARK: libcurl's side

  func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
    let (taken, reader) = state.withLock { $0.take(into: buffer, capacity: capacity) }
    reader?.resume(returning: true)
    return taken
  }

  // MARK: The reader's side

  /// Adds bytes; returns whether libcurl was waiting for them.
  private func offer(_ chunk: Data) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.chunks.append(chunk)
      state.waitingBytes += chunk.count
      defer { state.isTakerWaiting = false }
      return state.isTakerWaiting
    }
  }

  private func complete() -> Bool {
    state.withLock { state in
      state.isComplete = true
      defer { state.isTakerWaiting = false }
      return state.isTakerWaiting
    }
  }

  /// Waits for room; returns `false` if the upload has ended.
  private func waitForSpace() async -> Bool {
    await withCheckedContinuation { continuation in
      let isWanted = state.withLock { state -> Bool? in
        if state.isClosed { return false }
        if state.waitingBytes < capacity { return true }
        state.reader = continuation
        return nil
      }
      if let isWanted { continuation.resume(returning: isWanted) }
    }
  }
}
#endif
