import NetworkingFoundation

/// The state shared by a ``WebSocket`` and the task that reads from its connection.
///
/// The reading task queues messages, responds to pings and close frames, and pauses while the queue is full. Frames are
/// sent under the lock, because messages must be sent in the order in which they were compressed.
final class WebSocketCore: Sendable {
  typealias MessageResult = Result<WebSocketMessage?, NetworkError>

  /// The maximum number of pong bytes beyond the connection's send limit, after which pings are ignored.
  private static let pongAllowance = 64 << 10

  struct End {
    /// The service's close code and reason, or this side's own if the service didn't respond.
    var closure: WebSocketClosure?
    var error: NetworkError?
  }

  struct State {
    let encoder: WebSocketEncoder
    var messages: ArraySlice<WebSocketMessage> = []
    var queuedBytes = 0
    var reader: UnsafeContinuation<MessageResult, Never>?
    /// The reading task's continuation while the queue is full.
    var pausedReader: UnsafeContinuation<Void, Never>?
    var sentClosure: WebSocketClosure?
    var closers: [UnsafeContinuation<Void, Never>] = []
    var pings: [UInt64: UnsafeContinuation<Result<Void, NetworkError>, Never>] = [:]
    var lastPing: UInt64 = 0
    var hasReceived = false
    var timers: [Task<Void, Never>] = []
    var end: End?
  }

  let origin: String
  private let connection: any UpgradedConnection
  private let options: WebSocketOptions
  private let time: TimeSource
  private let state: Locked<State>

  init(_ socket: UpgradedSocket, origin: String, options: WebSocketOptions) {
    self.origin = origin
    self.options = options
    connection = socket.connection
    time = TimeSource(options.clock)
    state = Locked(State(encoder: WebSocketEncoder(role: .client, compression: socket.agreement.compression)))
    let limits = WebSocketLimits(messageSize: max(0, options.messageSizeLimit))
    Task {
      var decoder = WebSocketDecoder(role: .client, limits: limits, compression: socket.agreement.compression)
      decoder.append(socket.firstBytes)
      await read(&decoder)
    }
    if let interval = options.keepAlive { startTimer { await $0.keepAlive(every: interval) } }
  }

  var closure: WebSocketClosure? { state.withLock { $0.end?.closure } }

  // MARK: The reading task

  private func read(_ decoder: inout WebSocketDecoder) async {
    do throws(NetworkError) {
      while true {
        do throws(WebSocketViolation) {
          while let event = try decoder.next() {
            guard await handle(event) else { return }
          }
        } catch {
          return refuse(error)
        }
        guard let bytes = try await connection.read() else { throw .connectionLost(.inWebSocket, origin: origin) }
        state.withLock { $0.hasReceived = true }
        decoder.append(bytes)
      }
    } catch {
      end(End(error: lost(error)))
    }
  }

  private func lost(_ error: NetworkError) -> NetworkError {
    if case .cancelled = error { error } else { .connectionLost(.inWebSocket, origin: origin) }
  }

  /// Handles an event; returns `false` if the WebSocket has ended.
  private func handle(_ event: WebSocketDecoder.Event) async -> Bool {
    switch event {
    case .message(let message):
      await deliver(message)
      return state.withLock { $0.end == nil }
    case .ping(let payload):
      state.withLock { state in
        guard state.sentClosure == nil, connection.unsentBytes < options.queuedBytes + Self.pongAllowance else {
          return
        }
        connection.write(state.encoder.pong(payload))
      }
    case .pong(let payload): receivePong(payload)
    case .close(let closure):
      end(respond(to: closure))
      return false
    }
    return true
  }

  private func deliver(_ message: WebSocketMessage) async {
    let size = message.bytesCount
    let (reader, pauses) = state.withLock { state -> (UnsafeContinuation<MessageResult, Never>?, Bool) in
      // After sending its own close frame, this side only waits for the other side's close frame.
      guard state.end == nil, state.sentClosure == nil else { return (nil, false) }
      if let reader = state.reader {
        state.reader = nil
        return (reader, false)
      }
      state.messages.append(message)
      state.queuedBytes += size
      return (nil, isFull(state))
    }
    reader?.resume(returning: .success(message))
    guard pauses else { return }
    await withUnsafeContinuation { continuation in
      let waits = state.withLock { state in
        guard isFull(state), state.end == nil, state.sentClosure == nil else { return false }
        state.pausedReader = continuation
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  private func isFull(_ state: borrowing State) -> Bool {
    state.queuedBytes >= options.queuedBytes || state.messages.count >= options.queuedMessages
  }

  private func respond(to closure: WebSocketClosure) -> End {
    state.withLock { state in
      // A close frame from the service that follows this side's close frame confirms the closure.
      if state.sentClosure != nil { return End(closure: closure) }
      state.sentClosure = closure
      connection.write(state.encoder.close(WebSocketClosure(code: closure.code)))
      return End(closure: closure, error: closure.isNormal ? nil : .webSocketClosed(closure, origin: origin))
    }
  }

  private func refuse(_ violation: WebSocketViolation) {
    let closure = WebSocketClosure(code: violation.code.rawValue)
    announce(closure)
    let isLimit = violation.code == .tooLarge
    end(
      End(
        closure: closure,
        error: isLimit
          ? .bodyTooLarge(limit: options.messageSizeLimit) : .protocolViolation(violation.reason, origin: origin)
      )
    )
  }

  // MARK: Messages

  func next() async throws(NetworkError) -> WebSocketMessage? {
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let (result, paused) = state.withLock { state -> (MessageResult?, UnsafeContinuation<Void, Never>?) in
          let wasPaused = state.pausedReader
          if let message = state.messages.popFirst() {
            state.queuedBytes -= message.bytesCount
            if state.messages.isEmpty { state.messages = [] }
            guard wasPaused != nil, !isFull(state) else { return (.success(message), nil) }
            state.pausedReader = nil
            return (.success(message), wasPaused)
          }
          if let end = state.end { return (end.error.map { .failure($0) } ?? .success(nil), nil) }
          guard state.reader == nil else {
            return (.failure(.invalidRequest(reason: "another task is already reading the WebSocket")), nil)
          }
          state.reader = continuation
          return (nil, nil)
        }
        paused?.resume()
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      abandon(.cancelled)
    }
    if Task.isCancelled { throw .cancelled }
    return try result.get()
  }

  func send(_ message: WebSocketMessage) async throws(NetworkError) {
    try await connection.waitForSpace()
    try state.withLock { state throws(NetworkError) in
      try checkOpen(state)
      guard let bytes = state.encoder.message(message) else {
        throw .invalidRequest(reason: "there isn't enough memory to compress the message")
      }
      connection.write(bytes)
    }
  }

  private func checkOpen(_ state: borrowing State) throws(NetworkError) {
    if let error = state.end?.error { throw error }
    if let closure = state.end?.closure ?? state.sentClosure { throw .webSocketClosed(closure, origin: origin) }
  }

  // MARK: Pings

  func ping() async throws(NetworkError) -> Duration {
    let start = time.now
    let number = state.withLock { state in
      state.lastPing += 1
      return state.lastPing
    }
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let failure = state.withLock { state -> NetworkError? in
          do throws(NetworkError) {
            try checkOpen(state)
          } catch {
            return error
          }
          // The task may have been cancelled before this point.
          if Task.isCancelled { return .cancelled }
          state.pings[number] = continuation
          connection.write(state.encoder.ping(withUnsafeBytes(of: number.bigEndian) { Data($0) }))
          return nil
        }
        if let failure { continuation.resume(returning: .failure(failure)) }
      }
    } onCancel: {
      state.withLock { $0.pings.removeValue(forKey: number) }?.resume(returning: .failure(.cancelled))
    }
    try result.get()
    return time.now - start
  }

  private func receivePong(_ payload: Data) {
    guard payload.count == 8 else { return }
    let number = payload.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // A pong may respond only to the latest of several pings (RFC 6455, section 5.5.3).
    let answered = state.withLock { state in
      let answered = state.pings.filter { $0.key <= number }
      for key in answered.keys { state.pings[key] = nil }
      return Array(answered.values)
    }
    for waiter in answered { waiter.resume(returning: .success(())) }
  }

  private func keepAlive(every interval: Duration) async {
    var isWaiting = false
    while (try? await time.sleep(for: interval)) != nil {
      let isLost = state.withLock { state in
        // If no task reads the queue, the reading task pauses, which isn't the service's fault.
        if state.hasReceived || state.pausedReader != nil {
          state.hasReceived = false
          isWaiting = false
          return false
        }
        guard state.end == nil, !isWaiting else { return isWaiting }
        isWaiting = true
        connection.write(state.encoder.ping(Data()))
        return false
      }
      if isLost { return end(End(error: .timedOut(.idle, limit: interval, origin: origin))) }
    }
  }

  // MARK: The end

  func close(_ closure: WebSocketClosure) async throws(NetworkError) {
    if announce(closure) {
      startTimer { core in
        // The service didn't confirm the close frame in time.
        if (try? await core.time.sleep(for: core.options.closeTimeout)) != nil { core.end(End(closure: closure)) }
      }
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let waits = state.withLock { state in
          guard state.end == nil else { return false }
          state.closers.append(continuation)
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      end(End(closure: closure))
    }
    if Task.isCancelled { throw .cancelled }
  }

  /// Ends the connection at once, telling the service that this side is going away.
  func abandon(_ error: NetworkError) {
    announce(WebSocketClosure(code: 1001))
    end(End(error: error))
  }

  /// Sends a close frame unless one has already been sent; returns whether this call sent it.
  @discardableResult
  private func announce(_ closure: WebSocketClosure) -> Bool {
    let (isFirst, paused) = state.withLock { state -> (Bool, UnsafeContinuation<Void, Never>?) in
      guard state.end == nil, state.sentClosure == nil else { return (false, nil) }
      state.sentClosure = closure
      connection.write(state.encoder.close(closure))
      defer { state.pausedReader = nil }
      return (true, state.pausedReader)
    }
    paused?.resume()
    return isFirst
  }

  private func end(_ end: End) {
    let old = state.withLock { state -> State? in
      guard state.end == nil else { return nil }
      let old = state
      state.end = end
      state.reader = nil
      state.pausedReader = nil
      state.closers = []
      state.pings = [:]
      state.timers = []
      if case .cancelled = end.error { state.messages = [] }
      return old
    }
    guard let old else { return }
    connection.finish()
    for timer in old.timers { timer.cancel() }
    old.reader?.resume(returning: end.error.map { .failure($0) } ?? .success(nil))
    old.pausedReader?.resume()
    for closer in old.closers { closer.resume() }
    let failure = end.error ?? .webSocketClosed(end.closure ?? WebSocketClosure(code: nil), origin: origin)
    for ping in old.pings.values { ping.resume(returning: .failure(failure)) }
  }

  private func startTimer(_ body: @escaping @Sendable (WebSocketCore) async -> Void) {
    let timer = Task { [weak self] in
      if let self { await body(self) }
    }
    let isNeeded = state.withLock { state in
      if state.end == nil { state.timers.append(timer) }
      return state.end == nil
    }
    if !isNeeded { timer.cancel() }
  }
}

extension WebSocketMessage {
  fileprivate var bytesCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}
