#if os(Linux)
internal import CurlABI
import Foundation

/// One request on its way: what the engine's thread and the task that waits share.
///
/// `@unchecked Sendable`: what is declared with `let` never changes; the properties below "engine" are touched only on the engine's thread; `shared`
/// only under `lock`.
final class CurlTransfer: @unchecked Sendable {
  enum Content {
    case complete(Data)
    case arriving
  }

  struct Head {
    let status: HTTPStatus
    let headers: HTTPFields
    let content: Content
    let metrics: TransportMetrics
    /// The coding of the content; `nil` for none that is decoded here.
    let coding: ContentCoding?
  }

  typealias HeadResult = Result<Head, NetworkError>
  typealias ChunkResult = Result<Data?, NetworkError>

  let request: HTTPRequest
  let prepared: CurlPreparedRequest
  let limits: Limits
  let maximumHeadSize: Int
  let bodyBufferSize: Int
  /// Where the content comes from when it is streamed.
  let upload: CurlUpload?
  let startedAt: UInt64

  // engine
  /// Set while the engine drives the transfer.
  var engine: CurlEngine?
  var handle: CurlEasyHandle?
  var head: [UInt8] = []
  /// The bytes of all heads and trailers of the response.
  var headBytes = 0
  var coding: ContentCoding?
  /// The number of missing content bytes of an encrypted HTTP/1 response, if its length is known.
  var bytesExpected: Int?
  /// The end of the connection where it is the end of the content, too; `nil` otherwise, and where it can't be watched.
  var closure: ConnectionClosure?
  var parsedHead: (status: HTTPStatus, headers: HTTPFields)?
  var metrics = TransportMetrics()
  var failure: NetworkError?
  var isHeadDelivered = false
  var isSignalPending = false
  var bytesSent = 0
  /// Whether a part of the content was sent and the rest is to follow.
  var isSending = false
  /// Whether libcurl waits for the content.
  var isSendPaused = false
  /// Whether an HTTP/2 server has refused the request since it was last sent, that is, before processing it.
  var isRefused = false
  var isRepeatedWithoutExpectation = false
  /// Whether what arrives belongs to an answer that nobody will see.
  var isBodyDropped = false
  var lastSentAt: UInt64 = 0
  var lastActivityAt: UInt64 = 0

  /// Who takes a waiter out of here, under `lock`, resumes it: that is done once, so that nothing has to check it for every request.
  private struct Shared {
    var headWaiter: UnsafeContinuation<HeadResult, Never>?
    var chunkWaiter: UnsafeContinuation<ChunkResult, Never>?
    var buffer = Data()
    var end: Result<Void, NetworkError>?
    var isPaused = false
    var isResumeRequested = false
    var isCancelled = false
  }

  private let lock = Lock()
  private var shared = Shared()

  init(request: HTTPRequest, settings: CurlSettings) {
    self.request = request
    prepared = CurlPreparedRequest(request, settings: settings)
    limits = Limits(request.timeouts)
    maximumHeadSize = settings.configuration.maximumHeadSize
    bodyBufferSize = settings.configuration.bodyBufferSize
    let isStreamed = request.body.map { $0.bytes == nil } ?? false
    upload = isStreamed ? CurlUpload(capacity: settings.configuration.bodyBufferSize) : nil
    // Most heads are smaller.
    head.reserveCapacity(512)
    startedAt = DispatchTime.now().uptimeNanoseconds
  }

  /// The origin for messages.
  var origin: String { request.url.originText }

  // MARK: The task that waits

  /// Waits for the head; a transfer that was cancelled meanwhile has come to its end already.
  func expectHead(_ continuation: UnsafeContinuation<HeadResult, Never>) {
    let failure = lock.withLock { () -> NetworkError? in
      if case .failure(let error) = shared.end { return error }
      shared.headWaiter = continuation
      return nil
    }
    if let failure { continuation.resume(returning: .failure(failure)) }
  }

  /// What is there for the reader already; `nil` when it has to wait.
  func takeChunk() -> ChunkResult? {
    lock.withLock { takeChunkLocked() }
  }

  func expectChunk(_ continuation: UnsafeContinuation<ChunkResult, Never>) {
    let available = lock.withLock { () -> ChunkResult? in
      if let available = takeChunkLocked() { return available }
      guard shared.chunkWaiter == nil else {
        return .failure(.invalidRequest(reason: "the body of the answer is being read by another task already"))
      }
      shared.chunkWaiter = continuation
      return nil
    }
    if let available { continuation.resume(returning: available) }
  }

  /// Whether the sender was held back and the reader has caught up, so that the engine is to let it go on.
  func requestsResume() -> Bool {
    lock.withLock {
      guard shared.isPaused, !shared.isResumeRequested, shared.buffer.isEmpty, shared.end == nil else { return false }
      shared.isResumeRequested = true
      return true
    }
  }

  var isFinished: Bool { lock.withLock { shared.end != nil } }

  /// Remembers that nobody wants the answer any more; `false` when it had come to its end before.
  func markCancelled() -> Bool {
    lock.withLock {
      guard shared.end == nil else { return false }
      shared.isCancelled = true
      return true
    }
  }

  // MARK: The engine's thread

  var isCancelled: Bool { lock.withLock { shared.isCancelled } }
  var isPaused: Bool { lock.withLock { shared.isPaused } }

  /// Notes that the sender may go on.
  func markResumed() {
    lock.withLock {
      shared.isPaused = false
      shared.isResumeRequested = false
    }
  }

  /// Takes received bytes; `false` when the reader is too far behind to take them now.
  func receive(_ bytes: UnsafeRawBufferPointer, bufferSize: Int) -> Bool {
    if isBodyDropped { return true }
    return lock.withLock {
      if shared.buffer.count >= bufferSize {
        shared.isPaused = true
        return false
      }
      shared.buffer.append(contentsOf: bytes)
      return true
    }
  }

  /// Wakes the task that waits, if there is something for it.
  func signal() {
    if let parsedHead, !isHeadDelivered {
      isHeadDelivered = true
      func head(_ content: Content) -> Head {
        Head(status: parsedHead.status, headers: parsedHead.headers, content: content, metrics: metrics, coding: coding)
      }
      let (waiter, result) = lock.withLock { () -> (UnsafeContinuation<HeadResult, Never>?, HeadResult) in
        let waiter = shared.headWaiter
        shared.headWaiter = nil
        guard case .success? = shared.end else { return (waiter, .success(head(.arriving))) }
        let bytes = shared.buffer
        shared.buffer = Data()
        return (waiter, .success(head(.complete(bytes))))
      }
      waiter?.resume(returning: result)
      return
    }
    let (waiter, result) = lock.withLock { () -> (UnsafeContinuation<ChunkResult, Never>?, ChunkResult?) in
      guard let waiter = shared.chunkWaiter, let result = takeChunkLocked() else { return (nil, nil) }
      shared.chunkWaiter = nil
      return (waiter, result)
    }
    if let result { waiter?.resume(returning: result) }
  }

  /// Ends the transfer and wakes whoever waits.
  func finish(_ end: Result<Void, NetworkError>) {
    let headWaiter = lock.withLock { () -> UnsafeContinuation<HeadResult, Never>? in
      guard shared.end == nil else { return nil }
      shared.end = end
      if case .failure(.cancelled) = end { shared.buffer = Data() }
      // Without a head, a failure answers the request itself; otherwise it is the body that fails.
      guard parsedHead == nil else { return nil }
      defer { shared.headWaiter = nil }
      return shared.headWaiter
    }
    upload?.close()
    if let headWaiter, case .failure(let error) = end {
      isHeadDelivered = true
      headWaiter.resume(returning: .failure(error))
    } else {
      signal()
    }
  }

  private func takeChunkLocked() -> ChunkResult? {
    if !shared.buffer.isEmpty {
      let chunk = shared.buffer
      shared.buffer = Data()
      return .success(chunk)
    }
    return switch shared.end {
    case .success: .success(nil)
    case .failure(let error): .failure(error)
    case nil: nil
    }
  }
}
#endif
