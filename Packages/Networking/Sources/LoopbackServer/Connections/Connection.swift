internal import Networking
import NetworkingFoundation

/// A connection, which reads requests, calls the handler and sends the responses in order, all on one thread.
final class Connection {
  private let socket: ConnectionSocket
  private let stop: StopSignal
  private let configuration: LoopbackServer.Configuration
  private let handler: LoopbackServer.Handler
  private let mustGiveWay: () -> Bool
  private let transmitter: ResponseTransmitter
  private var parser: RequestParser
  private var requestNumber = 0
  private var headDeadline: ContinuousClock.Instant?

  init(
    socket: ConnectionSocket,
    stop: StopSignal,
    configuration: LoopbackServer.Configuration,
    handler: @escaping LoopbackServer.Handler,
    mustGiveWay: @escaping () -> Bool
  ) {
    self.socket = socket
    self.stop = stop
    self.configuration = configuration
    self.handler = handler
    self.mustGiveWay = mustGiveWay
    transmitter = ResponseTransmitter(socket: socket, stop: stop, sendsDate: configuration.sendsDate)
    parser = RequestParser(limits: configuration.limits)
  }

  func run() {
    var end = ConnectionEnd.closing
    do throws(ConnectionEnd) {
      try begin()
      if let script = configuration.script {
        try startServing()
        throw script(socket)
      }
      while true { try step() }
    } catch {
      end = error
    }
    if end == .resetting {
      socket.waitUntilDelivered(stop: stop)
    } else if end == .closing {
      socket.announceEnd()
      // If bytes were left unread, closing the connection would send a reset.
      socket.discardInput()
    }
    socket.close(abortively: end == .resetting)
  }

  private func begin() throws(ConnectionEnd) {
    switch configuration.onAccept?(socket.number) ?? .serve {
    case .serve: break
    case .delay(let duration): try transmitter.outlet.pause(for: duration)
    case .close: throw .closing
    case .reset: throw .resetting
    case .stall: throw socket.waitForDeparture(stop: stop)
    case .refuseHandshake:
      try socket.refuseHandshake()
      try endWithUnreadInput()
    }
    if try !socket.shakeHands(within: configuration.headTimeout, stop: stop) { try endWithUnreadInput() }
  }

  private func step() throws(ConnectionEnd) {
    switch parser.next() {
    case nil: try readMore()
    case .head(let head):
      headDeadline = nil
      try prepareForBody(of: head)
    case .request(let head, let body): try respond(to: head, body)
    case .failure(let failure): try refuse(failure)
    }
  }

  // MARK: Reading

  private func readMore() throws(ConnectionEnd) {
    if parser.isIdle {
      try take(receive(waiting: true))
      return
    }
    let isHead = parser.isReadingHead
    var received = receive(waiting: false)
    while received == .nothing {
      switch socket.waitForInput(for: timeToWait(isHead: isHead), stop: stop) {
      case .stopped: throw .stopped
      case .timedOut: try refuse(isHead ? .headTimeout : .bodyTimeout)
      case .ready: received = receive(waiting: false)
      }
    }
    try take(received)
    if !isHead { socket.startWaiting() }
    if !isHead, let pace = configuration.uploadPace { try transmitter.outlet.pause(for: pace.interval) }
  }

  /// Reads once, limited by the upload pace.
  private func receive(waiting: Bool) -> ConnectionSocket.Received {
    let most = configuration.uploadPace.map { max(1, $0.bytes) } ?? .max
    return parser.fill { buffer in
      socket.receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(most)), waiting: waiting)
    }
  }

  /// Returns the time to wait for input.
  ///
  /// A request head has a single deadline, however slowly the client sends it. A body only has to make progress.
  private func timeToWait(isHead: Bool) -> Duration {
    guard isHead else { return configuration.transferTimeout }
    let deadline = headDeadline ?? (ContinuousClock.now + configuration.headTimeout)
    headDeadline = deadline
    return deadline - ContinuousClock.now
  }

  private func take(_ received: ConnectionSocket.Received) throws(ConnectionEnd) {
    switch received {
    case .bytes: return
    case .nothing: throw stop.isSignalled ? .stopped : .closing
    case .end, .failed: throw stop.isSignalled ? .stopped : .clientLeft
    }
  }

  private func prepareForBody(of head: RequestHead) throws(ConnectionEnd) {
    if head.framing == .none || head.framing == .length(0) { return }
    if let early = configuration.earlyResponse {
      try startServing()
      defer { socket.startWaiting() }
      let request = request(head, Data(), number: requestNumber + 1)
      if let response = early(request) {
        _ = try send(response, request, head, mustClose: true)
        try endWithUnreadInput()
      }
    }
    // A client that has already sent its body doesn't need an interim response (RFC 9110, section 10.1.1).
    guard head.expectsContinue, !parser.hasUnreadInput else { return }
    try transmitter.outlet.sendInterim(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
  }

  // MARK: Responding

  private func request(_ head: RequestHead, _ body: Data, number: Int) -> ServerRequest {
    ServerRequest(head: head, body: body, connection: socket.number, number: number, stop: stop)
  }

  private func startServing() throws(ConnectionEnd) {
    guard socket.stopWaiting() else { throw .clientLeft }
  }

  private func respond(to head: RequestHead, _ body: Data) throws(ConnectionEnd) {
    try startServing()
    requestNumber += 1
    socket.countRequest()
    let request = request(head, body, number: requestNumber)
    var response = handler(request)
    var compression: WebSocketCompression?
    if response.webSocket != nil { (response, compression) = response.acceptingWebSocket(head) }
    if let serve = response.webSocket { throw try upgrade(response, request, compression, serve) }
    guard try send(response, request, head, mustClose: mustGiveWay()) else { throw .closing }
    socket.startWaiting()
    // Room may have been wanted since the response was sent.
    if mustGiveWay(), !parser.hasUnreadInput { throw .closing }
  }

  private func upgrade(
    _ response: ServerResponse,
    _ request: ServerRequest,
    _ compression: WebSocketCompression?,
    _ serve: @Sendable (ServerWebSocket) throws -> Void
  ) throws(ConnectionEnd) -> ConnectionEnd {
    let sentBefore = socket.counters.bytesSent
    try transmitter.sendUpgrade(response)
    configuration.onRequest?(
      ServerLogEntry(
        connection: socket.number,
        request: request,
        status: response.status,
        bytesSent: socket.counters.bytesSent - sentBefore,
        duration: .zero,
        outcome: .answered
      )
    )
    let firstBytes = parser.takeUnreadInput()
    let webSocket = ServerWebSocket(request, compression, firstBytes: firstBytes, socket: socket, stop: stop)
    webSocket.run(serve, lingering: configuration.lingerTime)
    return stop.isSignalled ? .stopped : .closing
  }

  /// Sends and logs a response; returns whether the connection can continue.
  private func send(
    _ response: ServerResponse,
    _ request: ServerRequest?,
    _ head: RequestHead?,
    mustClose: Bool,
    failure: RequestFailure? = nil
  ) throws(ConnectionEnd) -> Bool {
    guard let log = configuration.onRequest else {
      return try transmitter.send(response, to: head, mustClose: mustClose)
    }
    let start = ContinuousClock.now
    let sentBefore = socket.counters.bytesSent
    let result = Result { () throws(ConnectionEnd) in
      try transmitter.send(response, to: head, mustClose: mustClose)
    }
    log(
      ServerLogEntry(
        connection: socket.number,
        request: request,
        status: transmitter.sentStatus,
        bytesSent: socket.counters.bytesSent - sentBefore,
        duration: ContinuousClock.now - start,
        outcome: outcome(of: result, failure: failure)
      )
    )
    return try result.get()
  }

  private func outcome(of result: Result<Bool, ConnectionEnd>, failure: RequestFailure?) -> ServerLogEntry.Outcome {
    if let failure { return .refused(failure.sentence) }
    switch result {
    case .success: return .answered
    case .failure(.closing), .failure(.resetting): return .cut
    case .failure(.stopped): return .stopped
    case .failure: return .clientLeft
    }
  }

  private func refuse(_ failure: RequestFailure) throws(ConnectionEnd) {
    let response = ServerResponse.text(failure.sentence + "\n", status: failure.status)
    _ = try send(response, nil, nil, mustClose: true, failure: failure)
    try endWithUnreadInput()
  }

  private func endWithUnreadInput() throws(ConnectionEnd) {
    socket.linger(for: configuration.lingerTime, stop: stop)
    throw .closing
  }
}
