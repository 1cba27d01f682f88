#if os(Linux)
import NetworkingFoundation

/// The state that the engine shares with the waiting task; ``ActiveTransfer`` has the engine's own state.
final class CurlTransfer: Sendable {
  enum Content {
    case complete(Data, trailers: HTTPFields)
    case arriving
  }

  struct Head {
    let status: HTTPStatus
    let headers: HTTPFields
    var content = Content.arriving
    let metrics: TransportMetrics
    /// The content's coding; `nil` if the transport doesn't decode it.
    let coding: ContentCoding?
  }

  /// The time limits in nanoseconds; `.max` means no limit.
  struct Limits {
    let firstByte: UInt64
    let idle: UInt64
    let total: UInt64

    init(_ timeouts: Timeouts) {
      firstByte = timeouts.firstByte?.nanoseconds ?? .max
      idle = timeouts.idle?.nanoseconds ?? .max
      total = timeouts.total?.nanoseconds ?? .max
    }
  }

  typealias HeadResult = Result<Head, NetworkError>
  typealias ChunkResult = Result<Data?, NetworkError>

  let request: HTTPRequest
  let prepared: CurlPreparedRequest
  let limits: Limits
  let upload: CurlUpload?
  /// The start time, in nanoseconds of the monotonic clock.
  let startedAt: UInt64

  /// The state that both the engine and the waiting task access.
  ///
  /// Checked continuations would cost time for every request. The thread that resumes a waiter removes it, so each
  /// waiter is resumed exactly once.
  private struct State {
    var headWaiter: UnsafeContinuation<HeadResult, Never>?
    var chunkWaiter: UnsafeContinuation<ChunkResult, Never>?
    var buffer = Data()
    /// The size of the previous chunk, which is a good capacity for the next one.
    var lastChunkSize = 0
    var trailers = HTTPFields()
    var end: Result<Void, NetworkError>?
    var isPaused = false
    var isResumeRequested = false
    var isCancelled = false
    var key: UInt?

    mutating func takeChunk() -> ChunkResult? {
      if !buffer.isEmpty {
        let chunk = buffer
        buffer = Data()
        lastChunkSize = chunk.count
        return .success(chunk)
      }
      return switch end {
      case .success: .success(nil)
      case .failure(let error): .failure(error)
      case nil: nil
      }
    }
  }

  private let state = Locked(State())

  init(request: HTTPRequest, settings: CurlSettings) {
    self.request = request
    prepared = CurlPreparedRequest(request, settings: settings)
    limits = Limits(request.timeouts)
    let isStreamed = request.body.map { $0.bytes == nil } ?? false
    upload = isStreamed ? CurlUpload(capacity: settings.configuration.bodyBufferSize) : nil
    startedAt = DispatchTime.now().uptimeNanoseconds
  }

  var origin: String { request.url.originText }

  // MARK: The waiting task

  /// Registers the waiting task, or resumes it immediately if the transfer has already failed.
  func expectHead(_ continuation: UnsafeContinuation<HeadResult, Never>) {
    let failure = state.withLock { state -> NetworkError? in
      if case .failure(let error) = state.end { return error }
      state.headWaiter = continuation
      return nil
    }
    if let failure { continuation.resume(returning: .failure(failure)) }
  }

  func takeChunk() -> ChunkResult? {
    state.withLock { $0.takeChunk() }
  }

  func expectChunk(_ continuation: UnsafeContinuation<ChunkResult, Never>) {
    let available = state.withLock { state -> ChunkResult? in
      if let available = state.takeChunk() { return available }
      guard state.chunkWaiter == nil else {
        return .failure(.invalidRequest(reason: "another task is already reading the response body"))
      }
      state.chunkWaiter = continuation
      return nil
    }
    if let available { continuation.resume(returning: available) }
  }

  /// Returns whether the engine has to resume a paused sender.
  func requestsResume() -> Bool {
    state.withLock { state in
      guard state.isPaused, !state.isResumeRequested, state.buffer.isEmpty, state.end == nil else { return false }
      state.isResumeRequested = true
      return true
    }
  }

  var trailers: HTTPFields { state.withLock { $0.trailers } }

  var isFinished: Bool { state.withLock { $0.end != nil } }

  /// Records that the response is no longer needed; returns `false` if the transfer has already ended.
  func markCancelled() -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      state.isCancelled = true
      return true
    }
  }

  // MARK: The engine

  /// The time at which a waiting transfer fails, in nanoseconds; `.max` means never.
  var queueDeadline: UInt64 {
    min(startedAt.addingSaturated(limits.firstByte), startedAt.addingSaturated(limits.total))
  }

  func queueTimeout() -> NetworkError {
    // If limits expire at the same time, the more specific phase is reported.
    limits.firstByte <= limits.total
      ? .timedOut(.queue, limit: request.timeouts.firstByte ?? .zero, origin: origin)
      : .timedOut(.total, limit: request.timeouts.total ?? .zero, origin: origin)
  }

  var key: UInt? { state.withLock { $0.key } }

  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Sets the key; returns `false` if the transfer ended while it was waiting.
  func begin(key: UInt) -> Bool {
    state.withLock { state in
      guard state.end == nil, !state.isCancelled else { return false }
      state.key = key
      return true
    }
  }

  func markResumed() {
    state.withLock { state in
      state.isPaused = false
      state.isResumeRequested = false
    }
  }

  /// Stores received bytes; returns `false` if the reader is too far behind.
  func receive(_ bytes: UnsafeRawBufferPointer, upTo bufferSize: Int) -> Bool {
    state.withLock { state in
      if state.buffer.count >= bufferSize {
        state.isPaused = true
        return false
      }
      // Otherwise large chunks would be copied several times as they grow.
      if state.buffer.isEmpty, state.lastChunkSize > bytes.count {
        state.buffer.reserveCapacity(state.lastChunkSize)
      }
      state.buffer.append(contentsOf: bytes)
      return true
    }
  }

  func receiveTrailer(_ field: HTTPField) { state.withLock { $0.trailers.append(checked: field.name, field.value) } }

  /// Delivers the head, together with the content if it is complete.
  func deliver(_ head: Head) {
    let (waiter, head) = state.withLock { state -> (UnsafeContinuation<HeadResult, Never>?, Head) in
      defer { state.headWaiter = nil }
      var head = head
      if case .success? = state.end {
        head.content = .complete(state.buffer, trailers: state.trailers)
        state.buffer = Data()
      }
      return (state.headWaiter, head)
    }
    waiter?.resume(returning: .success(head))
  }

  func wakeReader() {
    let (waiter, result) = state.withLock { state -> (UnsafeContinuation<ChunkResult, Never>?, ChunkResult?) in
      guard let waiter = state.chunkWaiter, let result = state.takeChunk() else { return (nil, nil) }
      state.chunkWaiter = nil
      return (waiter, result)
    }
    if let result { waiter?.resume(returning: result) }
  }

  /// Ends the response while the request's content is still being sent.
  func finishResponse() {
    state.withLock { state in
      if state.end == nil { state.end = .success(()) }
    }
  }

  /// Ends the transfer; only the first call has an effect.
  ///
  /// A failure after the head is thrown by the body, not by the request.
  func finish(_ end: Result<Void, NetworkError>, hasHead: Bool = false) {
    let headWaiter = state.withLock { state -> UnsafeContinuation<HeadResult, Never>? in
      guard state.end == nil else { return nil }
      state.end = end
      if case .failure(.cancelled) = end { state.buffer = Data() }
      guard !hasHead else { return nil }
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    upload?.close()
    if let headWaiter, case .failure(let error) = end { headWaiter.resume(returning: .failure(error)) }
  }
}

extension Duration {
  /// The duration in whole nanoseconds: 0 for a negative duration, `.max` for more than 272 years.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1 << 33 else { return .max }
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}

extension UInt64 {
  func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
#endif
