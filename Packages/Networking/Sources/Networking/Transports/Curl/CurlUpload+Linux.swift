#if os(Linux)
import Foundation

/// The content of a request on its way from its reader to libcurl: the reader is held back when the connection does not keep up, and libcurl
/// when the reader does not.
///
/// `@unchecked Sendable`: everything that changes is in `state`, guarded by `lock`.
final class CurlUpload: @unchecked Sendable {
  enum Taken {
    case bytes(Int)
    /// Nothing is there; `resumeUpload` has to be called when there is.
    case nothingYet
    case end
  }

  private struct State {
    var chunks: [Data] = []
    /// What was taken of the first chunk already.
    var offset = 0
    var waitingBytes = 0
    var isComplete = false
    var isClosed = false
    var isTakerWaiting = false
    var reader: CheckedContinuation<Bool, Never>?
    var task: Task<Void, Never>?
  }

  private let capacity: Int
  private let lock = Lock()
  private var state = State()

  init(capacity: Int) { self.capacity = capacity }

  /// Reads a body to its end.
  ///
  /// - Parameters:
  ///   - body: What is sent.
  ///   - wake: Called when libcurl waits and may go on.
  /// - Throws: Why the rest of the body can't be had.
  func pump(_ body: RequestBody, wake: () -> Void) async throws(NetworkError) {
    let reader = try LengthCheckedReader(body)
    while let chunk = try await reader.nextChunk() {
      if offer(chunk) { wake() }
      guard await waitForSpace() else { return }
    }
    if complete() { wake() }
  }

  /// Lets the reader go, for good.
  func close() {
    let (reader, task) = lock.withLock {
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

  /// Has a task cancelled with the upload.
  func own(_ task: Task<Void, Never>) {
    let isClosed = lock.withLock {
      if !state.isClosed { state.task = task }
      return state.isClosed
    }
    if isClosed { task.cancel() }
  }

  // MARK: libcurl's side

  /// Moves waiting bytes into a buffer.
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
    let (taken, reader) = lock.withLock { takeLocked(into: buffer) }
    reader?.resume(returning: true)
    return taken
  }

  private func takeLocked(into buffer: UnsafeMutableRawBufferPointer) -> (Taken, CheckedContinuation<Bool, Never>?) {
    var filled = 0
    while filled < buffer.count, let chunk = state.chunks.first {
      let part = chunk.dropFirst(state.offset).prefix(buffer.count - filled)
      part.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      filled += part.count
      state.offset += part.count
      if state.offset == chunk.count {
        state.chunks.removeFirst()
        state.offset = 0
      }
    }
    guard filled > 0 else {
      if state.isComplete { return (.end, nil) }
      state.isTakerWaiting = true
      return (.nothingYet, nil)
    }
    state.waitingBytes -= filled
    guard state.waitingBytes < capacity else { return (.bytes(filled), nil) }
    defer { state.reader = nil }
    return (.bytes(filled), state.reader)
  }

  // MARK: The reader's side

  /// Adds bytes; whether libcurl waited for them.
  private func offer(_ chunk: Data) -> Bool {
    lock.withLock {
      guard !state.isClosed else { return false }
      state.chunks.append(chunk)
      state.waitingBytes += chunk.count
      defer { state.isTakerWaiting = false }
      return state.isTakerWaiting
    }
  }

  private func complete() -> Bool {
    lock.withLock {
      state.isComplete = true
      defer { state.isTakerWaiting = false }
      return state.isTakerWaiting
    }
  }

  /// Waits until there is room for more; `false` when no more is wanted.
  private func waitForSpace() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = lock.withLock { () -> Bool? in
        if state.isClosed { return false }
        if state.waitingBytes < capacity { return true }
        state.reader = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
#endif
