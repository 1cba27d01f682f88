public import Networking
import NetworkingFoundation

/// A WebSocket to a client (RFC 6455), passed to the closure in ``ServerResponse/webSocket(subprotocol:_:)``.
///
/// Any thread may send. Only the connection's thread may receive, and pings are answered only while it is receiving.
/// Once the closure returns, the WebSocket closes with code 1000, or with 1011 if the closure throws an error other
/// than ``BodyWriterError``.
public final class ServerWebSocket: Sendable {
  /// The request that opened the WebSocket.
  public let request: ServerRequest
  private let socket: ConnectionSocket
  private let stop: StopSignal
  private let state: Locked<State>
  private let inbox: Locked<Inbox>

  private struct State {
    let encoder: WebSocketEncoder
    var sentClosure: WebSocketClosure?
    var isOver = false
  }

  private struct Inbox {
    var decoder: WebSocketDecoder
    var closure: WebSocketClosure?
  }

  init(
    _ request: ServerRequest,
    _ compression: WebSocketCompression?,
    firstBytes: Data,
    socket: ConnectionSocket,
    stop: StopSignal
  ) {
    self.request = request
    self.socket = socket
    self.stop = stop
    state = Locked(State(encoder: WebSocketEncoder(role: .server, compression: compression)))
    var decoder = WebSocketDecoder(role: .server, limits: WebSocketLimits(), compression: compression)
    decoder.append(firstBytes)
    inbox = Locked(Inbox(decoder: decoder))
  }

  /// The client's close code and reason; `nil` until the client has closed the WebSocket.
  public var closure: WebSocketClosure? { inbox.withLock { $0.closure } }

  /// Returns the next message, or `nil` after the client's close frame; only the connection's thread may call it.
  ///
  /// - Throws: ``BodyWriterError`` if the client disconnected or violated the protocol, or if the server is stopping.
  public func receive() throws(BodyWriterError) -> WebSocketMessage? {
    try inbox.withLock { inbox throws(BodyWriterError) in
      while inbox.closure == nil {
        switch try next(&inbox.decoder) {
        case .message(let message): return message
        case .ping(let payload): try send { $0.pong(payload) }
        case .pong: continue
        case .close(let closure):
          inbox.closure = closure
          try close(WebSocketClosure(code: closure.code))
        case nil:
          let bytes = try receiveBytes()
          inbox.decoder.append(bytes)
        }
      }
      return nil
    }
  }

  /// Sends a message, and waits while the client isn't reading.
  public func send(_ message: WebSocketMessage) throws(BodyWriterError) {
    try send { $0.message(message) }
  }

  /// Sends a text message, and waits while the client isn't reading.
  public func send(_ text: String) throws(BodyWriterError) { try send(.text(text)) }

  /// Sends a ping with an empty payload.
  public func ping() throws(BodyWriterError) { try send { $0.ping(Data()) } }

  /// Sends a close frame, after which nothing can be sent; ``receive()`` returns messages until the client closes too.
  public func close(code: Int = 1000, reason: String = "") throws(BodyWriterError) {
    try close(WebSocketClosure(code: code, reason: reason))
  }

  /// Sends bytes unchanged, for example to send a malformed frame.
  package func sendRaw(_ bytes: [UInt8]) throws(BodyWriterError) { try send { _ in Data(bytes) } }

  /// Waits without blocking `stop()`.
  public func wait(for duration: Duration) throws(BodyWriterError) {
    if stop.wait(for: duration) == .stopped { throw .serverStopped }
  }

  private func close(_ closure: WebSocketClosure) throws(BodyWriterError) {
    try state.withLock { state throws(BodyWriterError) in
      guard state.sentClosure == nil else { return }
      state.sentClosure = closure
      try write(state.encoder.close(closure), state)
    }
  }

  private func send(_ encode: (WebSocketEncoder) -> Data?) throws(BodyWriterError) {
    try state.withLock { state throws(BodyWriterError) in
      guard state.sentClosure == nil, let bytes = encode(state.encoder) else { throw .connectionClosed }
      try write(bytes, state)
    }
  }

  /// Writes under the lock, so that threads don't mix their frames and the connection isn't closed during a write.
  private func write(_ bytes: Data, _ state: borrowing State) throws(BodyWriterError) {
    guard !state.isOver else { throw .connectionClosed }
    do throws(ConnectionEnd) {
      try bytes.withBytes { (bytes) throws(ConnectionEnd) in try socket.send(bytes) }
    } catch {
      throw stop.isSignalled ? .serverStopped : .connectionClosed
    }
  }

  private func next(_ decoder: inout WebSocketDecoder) throws(BodyWriterError) -> WebSocketDecoder.Event? {
    do throws(WebSocketViolation) {
      return try decoder.next()
    } catch {
      try close(WebSocketClosure(code: error.code.rawValue, reason: error.reason))
      throw .connectionClosed
    }
  }

  private func receiveBytes() throws(BodyWriterError) -> Data {
    try withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer throws(BodyWriterError) in
      while true {
        if socket.waitForInput(for: nil, stop: stop) == .stopped { throw .serverStopped }
        switch socket.receive(into: buffer, waiting: false) {
        case .bytes(let count): return Data(buffer[..<count])
        case .nothing: continue
        case .end, .failed: throw stop.isSignalled ? .serverStopped : .connectionClosed
        }
      }
    }
  }

  // MARK: The connection

  /// Runs a closure, closes the WebSocket and waits briefly for the client's close frame.
  func run(_ serve: (ServerWebSocket) throws -> Void, lingering: Duration) {
    do {
      try serve(self)
      try close(code: 1000)
    } catch is BodyWriterError {
      // The connection has already ended or is about to end.
    } catch {
      // If the client has disconnected, the close frame can't be sent; this doesn't count as a second failure.
      try? close(code: 1011, reason: "the handler failed")
    }
    let isWaiting = state.withLock { state in
      state.isOver = true
      return state.sentClosure != nil
    }
    if isWaiting, !stop.isSignalled { socket.linger(for: lingering, stop: stop) }
  }
}

extension ServerResponse {
  /// Returns a response that opens a WebSocket (RFC 6455) and serves it on the connection's thread.
  ///
  /// A request that isn't a valid handshake receives 426 or 400. Compression is used if the client offers it. The
  /// client must have requested the subprotocol. When `serve` returns, the WebSocket closes.
  public static func webSocket(
    subprotocol: String? = nil,
    _ serve: @escaping @Sendable (ServerWebSocket) throws -> Void
  ) -> ServerResponse {
    var response = ServerResponse.status(101)
    response.webSocket = serve
    if let subprotocol { response.headers.add("Sec-WebSocket-Protocol", subprotocol) }
    return response
  }

  /// Returns the response to a handshake; an error response if the handshake is invalid.
  func acceptingWebSocket(_ head: RequestHead) -> (response: ServerResponse, compression: WebSocketCompression?) {
    let headers = ServerHeaders(head: head)
    let isUpgrade =
      WebSocketHandshake.lists("websocket", in: headers.values(of: "Upgrade"))
      && WebSocketHandshake.lists("upgrade", in: headers.values(of: "Connection"))
    guard isUpgrade, headers.values(of: "Sec-WebSocket-Version") == ["13"] else {
      let refusal = ServerResponse.text("This resource requires a WebSocket connection (version 13).\n", status: 426)
      return (refusal.header("Upgrade", "websocket").header("Sec-WebSocket-Version", "13"), nil)
    }
    let keys = headers.values(of: "Sec-WebSocket-Key")
    guard head.isGetMethod, head.minorVersion >= 1, keys.count == 1, let key = keys.first, WebSocketHandshake.isKey(key)
    else { return (.text("The WebSocket handshake is malformed.\n", status: 400), nil) }
    var accepted = self.header("Upgrade", "websocket").header("Connection", "Upgrade")
      .header("Sec-WebSocket-Accept", WebSocketHandshake.accept(for: key))
    let offers = WebSocketHandshake.members(of: headers.values(of: "Sec-WebSocket-Extensions"))
    let agreement = offers.lazy.compactMap { WebSocketCompression.accepting(offer: $0) }.first
    guard WebSocketCompression.isAvailable, let agreement else { return (accepted, nil) }
    accepted = accepted.header("Sec-WebSocket-Extensions", agreement.response)
    return (accepted, agreement.0)
  }
}
