#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// The shared state of a connection on which libcurl doesn't send a request itself.
///
/// Its own thread (``CurlSocketWorker``) connects, reads and writes. Tasks queue bytes and wake the thread, so they
/// never wait for libcurl, and a name lookup that can't be interrupted delays only this thread.
final class CurlSocket: Sendable {
  private typealias ReadResult = Result<Data?, NetworkError>

  private struct State {
    var input = Data()
    var output = Data()
    /// The number of bytes taken from `output` but not sent yet.
    var bytesInFlight = 0
    var reader: UnsafeContinuation<ReadResult, Never>?
    var opener: UnsafeContinuation<Result<Void, NetworkError>, Never>?
    var senders: [(number: Int, continuation: UnsafeContinuation<Void, Never>)] = []
    var lastSender = 0
    var cancelledSenders: Set<Int> = []
    var isFinishing = false
    /// The time at which the connection fails, in nanoseconds of the monotonic clock, and the error.
    var deadline: (at: UInt64, error: NetworkError)?
    var end: Result<Void, NetworkError>?

    var unsent: Int { output.count + bytesInFlight }
  }

  enum Work {
    case wait(reads: Bool, deadline: UInt64)
    case finish
    case end
  }

  let request: HTTPRequest
  let prepared: CurlPreparedRequest
  let settings: CurlSettings
  private let limit: Int
  private let wakeup: CurlWakeup
  private let state = Locked(State())

  init(_ request: HTTPRequest, settings: CurlSettings) throws(NetworkError) {
    self.request = request
    self.settings = settings
    prepared = CurlPreparedRequest(request, settings: settings)
    limit = max(1, settings.configuration.bodyBufferSize)
    guard let wakeup = CurlWakeup() else { throw Self.exhausted }
    self.wakeup = wakeup
  }

  private static var exhausted: NetworkError {
    .transportUnavailable(
      reason: "no file descriptors or threads are left for another connection",
      recoverySuggestion: "Close connections, or raise the limits (ulimit -n, ulimit -u)."
    )
  }

  // MARK: Any task

  /// Waits until the connection is open, or until ``end(_:)`` is called.
  func open() async throws(NetworkError) {
    let result = await withUnsafeContinuation { continuation in
      let end = state.withLock { state -> Result<Void, NetworkError>? in
        if state.end == nil { state.opener = continuation }
        return state.end
      }
      if let end { return continuation.resume(returning: end) }
      if !CurlSocketWorker.start(for: self, wakeup: wakeup) { self.end(.failure(Self.exhausted)) }
    }
    try result.get()
  }

  func read() async throws(NetworkError) -> Data? {
    let result = await withUnsafeContinuation { continuation in
      let (result, wakes) = state.withLock { state -> (ReadResult?, Bool) in
        let wasFull = state.input.count >= limit
        if let result = Self.takeInput(&state) { return (result, wasFull) }
        guard state.reader == nil else {
          return (.failure(.invalidRequest(reason: "another task is already reading the connection")), false)
        }
        state.reader = continuation
        return (nil, false)
      }
      if wakes { wakeup.wake() }
      if let result { continuation.resume(returning: result) }
    }
    return try result.get()
  }

  func write(_ bytes: Data) {
    let wakes = state.withLock { state in
      guard state.end == nil, !state.isFinishing else { return false }
      state.output.append(bytes)
      return true
    }
    if wakes { wakeup.wake() }
  }

  var unsentBytes: Int { state.withLock { $0.end == nil ? $0.unsent : 0 } }

  func waitForSpace() async throws(NetworkError) {
    let number = state.withLock { state in
      state.lastSender += 1
      return state.lastSender
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let waits = state.withLock { state in
          let isCancelled = state.cancelledSenders.remove(number) != nil
          guard !isCancelled, state.end == nil, state.unsent >= limit else { return false }
          state.senders.append((number, continuation))
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      let sender = state.withLock { state -> UnsafeContinuation<Void, Never>? in
        guard let index = state.senders.firstIndex(where: { $0.number == number }) else {
          state.cancelledSenders.insert(number)
          return nil
        }
        return state.senders.remove(at: index).continuation
      }
      sender?.resume()
    }
    state.withLock { _ = $0.cancelledSenders.remove(number) }
    if Task.isCancelled { throw .cancelled }
  }

  /// Sets the time at which the connection fails; `nil` means never.
  func setDeadline(_ deadline: (at: UInt64, error: NetworkError)?) {
    state.withLock { $0.deadline = deadline }
    wakeup.wake()
  }

  /// Sends the remaining bytes, then closes the connection.
  func finish() {
    let reader = state.withLock { state in
      state.isFinishing = true
      return Self.takeReader(&state)
    }
    reader?.resume(returning: .success(nil))
    wakeup.wake()
  }

  /// Ends the connection; only the first call has an effect.
  func end(_ result: Result<Void, NetworkError>) {
    let (reader, opener, senders) = state.withLock { state in
      if state.end == nil { state.end = result }
      state.output = Data()
      defer {
        state.opener = nil
        state.senders = []
      }
      return (state.input.isEmpty ? Self.takeReader(&state) : nil, state.opener, state.senders)
    }
    reader?.resume(returning: result.map { nil })
    opener?.resume(returning: result)
    for sender in senders { sender.continuation.resume() }
    wakeup.wake()
  }

  private static func takeReader(_ state: inout State) -> UnsafeContinuation<ReadResult, Never>? {
    defer { state.reader = nil }
    return state.reader
  }

  private static func takeInput(_ state: inout State) -> ReadResult? {
    if !state.input.isEmpty {
      defer { state.input = Data() }
      return .success(state.input)
    }
    if state.isFinishing { return .success(nil) }
    return state.end?.map { nil }
  }

  // MARK: The thread

  /// Reports that the connection is open; returns `false` if it has already ended.
  func markOpen() -> Bool {
    let (opener, isNeeded) = state.withLock { state in
      defer { state.opener = nil }
      return (state.end == nil ? state.opener : nil, state.end == nil)
    }
    opener?.resume(returning: .success(()))
    return isNeeded
  }

  func nextWork(now: UInt64) -> Work {
    let (work, expiry) = state.withLock { state -> (Work, NetworkError?) in
      if state.end != nil { return (.end, nil) }
      if state.isFinishing { return (.finish, nil) }
      if let deadline = state.deadline, deadline.at <= now { return (.end, deadline.error) }
      return (.wait(reads: state.input.count < limit, deadline: state.deadline?.at ?? .max), nil)
    }
    if let expiry { end(.failure(expiry)) }
    return work
  }

  /// Copies unsent bytes, and returns their number.
  func takeOutput(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      let count = min(buffer.count, state.output.count)
      guard count > 0 else { return 0 }
      state.output.copyBytes(to: buffer, count: count)
      state.output = state.output.count == count ? Data() : state.output.dropFirst(count)
      state.bytesInFlight = count
      return count
    }
  }

  /// Records sent bytes, and wakes the senders when there is room again.
  func noteSent(_ count: Int) {
    let senders = state.withLock { state in
      state.bytesInFlight -= count
      guard state.unsent < limit else { return state.senders.prefix(0) }
      defer { state.senders = [] }
      return state.senders[...]
    }
    for sender in senders { sender.continuation.resume() }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    let reader = state.withLock { state -> UnsafeContinuation<ReadResult, Never>? in
      guard let reader = Self.takeReader(&state) else {
        state.input.append(contentsOf: bytes)
        return nil
      }
      return reader
    }
    reader?.resume(returning: .success(Data(bytes)))
  }
}

/// The only reference to a connection; releasing it closes the connection.
final class CurlConnection: UpgradedConnection {
  private let socket: CurlSocket

  init(_ socket: CurlSocket) { self.socket = socket }

  deinit { socket.finish() }

  func read() async throws(NetworkError) -> Data? { try await socket.read() }

  func write(_ bytes: Data) { socket.write(bytes) }

  var unsentBytes: Int { socket.unsentBytes }

  func waitForSpace() async throws(NetworkError) { try await socket.waitForSpace() }

  func finish() { socket.finish() }
}

/// A connection's wake-up descriptor.
///
/// `@unchecked Sendable`: the pointer never changes, and threads other than the connection's call only ``wake()``.
final class CurlWakeup: @unchecked Sendable {
  let pointer: OpaquePointer

  init?() {
    guard let pointer = curlabi_socket_make() else { return nil }
    self.pointer = pointer
  }

  deinit { curlabi_socket_free(pointer) }

  func wake() { curlabi_socket_wake(pointer) }
}
#endif
