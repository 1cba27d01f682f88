#if canImport(Darwin) || URLSessionTransport
import Dispatch
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state that a ``URLSessionTransport``'s delegate shares with the waiting task.
final class SessionExchange: Sendable {
  typealias HeadResult = Result<(status: HTTPStatus, headers: HTTPFields), NetworkError>
  typealias ChunkResult = Result<Data?, NetworkError>

  private struct State {
    var headWaiter: CheckedContinuation<HeadResult, Never>?
    var chunkWaiter: CheckedContinuation<ChunkResult, Never>?
    var hasHead = false
    var buffer = Data()
    var end: Result<Void, NetworkError>?
    var lastActivity = DispatchTime.now()
    var task: URLSessionTask?

    mutating func takeChunk() -> ChunkResult? {
      if !buffer.isEmpty {
        defer { buffer = Data() }
        return .success(buffer)
      }
      return switch end {
      case .success: .success(nil)
      case .failure(let error): .failure(error)
      case nil: nil
      }
    }
  }

  let request: HTTPRequest
  let origin: String
  /// The file with the request body; `nil` if the body is in memory.
  private let spool: SpooledBody?
  private let state = Locked(State())

  init(request: HTTPRequest, spool: SpooledBody?) {
    self.request = request
    self.spool = spool
    origin = Origin(request.url)?.description ?? ""
  }

  func attach(_ task: URLSessionTask) { state.withLock { $0.task = task } }

  func expectHead(_ continuation: CheckedContinuation<HeadResult, Never>) {
    let failure = state.withLock { state -> NetworkError? in
      if case .failure(let error) = state.end { return error }
      state.headWaiter = continuation
      return nil
    }
    if let failure { continuation.resume(returning: .failure(failure)) }
  }

  func expectChunk(_ continuation: CheckedContinuation<ChunkResult, Never>) {
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

  func receive(_ response: URLResponse) {
    guard let http = response as? HTTPURLResponse, let status = HTTPStatus(code: http.statusCode) else {
      return abandon(.protocolViolation("it isn't an HTTP response", origin: origin))
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
    let waiter = state.withLock { state -> CheckedContinuation<HeadResult, Never>? in
      state.hasHead = true
      state.lastActivity = .now()
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    waiter?.resume(returning: .success((status, headers)))
  }

  func receive(_ data: Data) {
    wakeReader { state in
      state.buffer.append(data)
      state.lastActivity = .now()
    }
  }

  func reportSent(_ count: Int) {
    request.context.uploadProgress?(TransferProgress(completed: count, total: request.body?.length))
  }

  func finish(_ end: Result<Void, NetworkError>) {
    let headWaiter = state.withLock { state -> CheckedContinuation<HeadResult, Never>? in
      guard state.end == nil else { return nil }
      state.end = end
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    switch end {
    case .failure(let error): headWaiter?.resume(returning: .failure(error))
    case .success: headWaiter?.resume(returning: .failure(.connectionLost(.beforeResponse, origin: origin)))
    }
    wakeReader { _ in }
  }

  func abandon(_ error: NetworkError) {
    let (isOver, task) = state.withLock { ($0.end != nil, $0.task) }
    guard !isOver else { return }
    finish(.failure(error))
    task?.cancel()
  }

  /// Enforces time limits, because URLSession's own limits are coarse on Linux and restart with every byte.
  func startTimers() {
    let start = DispatchTime.now()
    watch(.total, request.timeouts.total, since: { start }, applies: { _ in true })
    watch(.connect, request.timeouts.connect, since: { start }, applies: { !$0 })
    watch(.firstByte, request.timeouts.firstByte, since: { start }, applies: { !$0 })
    watch(
      .idle,
      request.timeouts.idle,
      since: { [weak self] in self?.state.withLock { $0.lastActivity } ?? start },
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
      let (isOver, hasHead) = state.withLock { ($0.end != nil, $0.hasHead) }
      guard !isOver else { return }
      // URLSession doesn't report when it has connected, so the connect limit applies until the head arrives, like the
      // limit for the first byte.
      if applies(hasHead), start() + interval <= .now() {
        abandon(.timedOut(phase, limit: limit, origin: origin))
      } else if phase == .idle {
        watch(phase, limit, since: { max(start(), due) }, applies: applies)
      }
    }
  }

  private func wakeReader(_ change: (inout State) -> Void) {
    let (waiter, result) = state.withLock { state -> (CheckedContinuation<ChunkResult, Never>?, ChunkResult?) in
      change(&state)
      guard let waiter = state.chunkWaiter, let result = state.takeChunk() else { return (nil, nil) }
      state.chunkWaiter = nil
      return (waiter, result)
    }
    if let result { waiter?.resume(returning: result) }
  }
}
#endif
