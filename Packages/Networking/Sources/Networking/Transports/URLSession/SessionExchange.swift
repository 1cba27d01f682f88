#if canImport(Darwin) || URLSessionTransport
import Dispatch
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request of a URLSessionTransport: what the session's delegate and the task that waits share.
///
/// `@unchecked Sendable`: everything that changes is in `state`, guarded by `lock`; `onAbandon` and `spool` are set before the exchange is shared.
final class SessionExchange: @unchecked Sendable {
  typealias HeadResult = Result<(status: HTTPStatus, headers: HTTPFields), NetworkError>
  typealias ChunkResult = Result<Data?, NetworkError>

  private struct State {
    var headWaiter: CheckedContinuation<HeadResult, Never>?
    var chunkWaiter: CheckedContinuation<ChunkResult, Never>?
    var hasHead = false
    var buffer = Data()
    var end: Result<Void, NetworkError>?
    var lastActivity = DispatchTime.now()
  }

  let request: HTTPRequest
  let origin: String
  var onAbandon: (@Sendable () -> Void)?
  /// The content of the request, where it had to be put into a file; set before the exchange is shared.
  var spool: SpooledBody?

  private let lock = Lock()
  private var state = State()

  init(request: HTTPRequest) {
    self.request = request
    origin = Origin(request.url)?.description ?? ""
  }

  func expectHead(_ continuation: CheckedContinuation<HeadResult, Never>) {
    let failure = lock.withLock { () -> NetworkError? in
      if case .failure(let error) = state.end { return error }
      state.headWaiter = continuation
      return nil
    }
    if let failure { continuation.resume(returning: .failure(failure)) }
  }

  func expectChunk(_ continuation: CheckedContinuation<ChunkResult, Never>) {
    let available = lock.withLock { () -> ChunkResult? in
      if let available = takeChunkLocked() { return available }
      guard state.chunkWaiter == nil else {
        return .failure(.invalidRequest(reason: "the body of the answer is being read by another task already"))
      }
      state.chunkWaiter = continuation
      return nil
    }
    if let available { continuation.resume(returning: available) }
  }

  /// Takes the head; the body may follow.
  func receive(_ response: URLResponse) {
    guard let http = response as? HTTPURLResponse, let status = HTTPStatus(code: http.statusCode) else {
      return abandon(.protocolViolation("the answer is no HTTP response", origin: origin))
    }
    var headers = HTTPFields()
    for (name, value) in http.allHeaderFields {
      guard let name = (name as? String).flatMap(HTTPField.Name.init) else { continue }
      headers.append(name, "\(value)")
    }
    if headers.contains(.contentEncoding), !request.headers.contains(.acceptEncoding) {
      headers[.contentEncoding] = nil
      headers[.contentLength] = nil
    }
    let waiter = lock.withLock { () -> CheckedContinuation<HeadResult, Never>? in
      state.hasHead = true
      state.lastActivity = .now()
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    waiter?.resume(returning: .success((status, headers)))
  }

  /// Takes bytes of the body.
  func receive(_ data: Data) {
    wakeReader {
      state.buffer.append(data)
      state.lastActivity = .now()
    }
  }

  /// Reports how much of the request was sent.
  func reportSent(_ count: Int) {
    request.context.uploadProgress?(TransferProgress(completed: count, total: request.body?.length))
  }

  /// Ends the exchange; the first end counts.
  func finish(_ end: Result<Void, NetworkError>) {
    let headWaiter = lock.withLock { () -> CheckedContinuation<HeadResult, Never>? in
      guard state.end == nil else { return nil }
      state.end = end
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    switch end {
    case .failure(let error): headWaiter?.resume(returning: .failure(error))
    case .success: headWaiter?.resume(returning: .failure(.connectionLost(.beforeResponse, origin: origin)))
    }
    wakeReader {}
  }

  /// Ends the exchange from this side and frees its connection.
  func abandon(_ error: NetworkError) {
    let isOver = lock.withLock { state.end != nil }
    guard !isOver else { return }
    finish(.failure(error))
    onAbandon?()
  }

  /// Watches the limits of the request; URLSession's own are too coarse on Linux and restart at every byte.
  func startTimers() {
    let start = DispatchTime.now()
    watch(.total, request.timeouts.total, since: { start }, applies: { _ in true })
    watch(.connect, request.timeouts.connect, since: { start }, applies: { !$0 })
    watch(.firstByte, request.timeouts.firstByte, since: { start }, applies: { !$0 })
    watch(
      .idle,
      request.timeouts.idle,
      since: { [weak self] in self?.lock.withLock { self?.state.lastActivity } ?? start },
      applies: { $0 }
    )
  }

  private func watch(
    _ phase: NetworkError.TimeoutPhase,
    _ limit: Duration?,
    since start: @escaping @Sendable () -> DispatchTime,
    applies: @escaping @Sendable (_ hasHead: Bool) -> Bool
  ) {
    guard let limit else { return }
    let interval = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
    let due = start() + interval
    DispatchQueue.global().asyncAfter(deadline: due) { [weak self] in
      guard let self else { return }
      let (isOver, hasHead) = lock.withLock { (state.end != nil, state.hasHead) }
      guard !isOver else { return }
      // URLSession does not tell when the connection stands, so that limit ends with the head, as the first byte's does.
      if applies(hasHead), start() + interval <= .now() {
        abandon(.timedOut(phase, limit: limit, origin: origin))
      } else if phase == .idle {
        watch(phase, limit, since: { max(start(), due) }, applies: applies)
      }
    }
  }

  private func wakeReader(_ change: () -> Void) {
    let (waiter, result) = lock.withLock { () -> (CheckedContinuation<ChunkResult, Never>?, ChunkResult?) in
      change()
      guard let waiter = state.chunkWaiter, let result = takeChunkLocked() else { return (nil, nil) }
      state.chunkWaiter = nil
      return (waiter, result)
    }
    if let result { waiter?.resume(returning: result) }
  }

  private func takeChunkLocked() -> ChunkResult? {
    if !state.buffer.isEmpty {
      defer { state.buffer = Data() }
      return .success(state.buffer)
    }
    return switch state.end {
    case .success: .success(nil)
    case .failure(let error): .failure(error)
    case nil: nil
    }
  }
}
#endif
