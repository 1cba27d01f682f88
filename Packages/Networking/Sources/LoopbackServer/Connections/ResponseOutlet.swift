import NetworkingFoundation

final class ResponseOutlet {
  private let socket: ConnectionSocket
  private let stop: StopSignal
  private var plan: FaultPlan?
  private var nextCheckpoint = 0
  private var position = FaultPlan.Position(part: 0, offset: 0)
  private var hasSentPacedPiece = false
  /// The reason the connection ended; `nil` while it is open.
  private(set) var end: ConnectionEnd?

  init(socket: ConnectionSocket, stop: StopSignal) {
    self.socket = socket
    self.stop = stop
  }

  func begin(_ plan: FaultPlan?) {
    self.plan = plan
    nextCheckpoint = 0
    position = FaultPlan.Position(part: 0, offset: 0)
    hasSentPacedPiece = false
  }

  /// Sends a head, and its body in the same system call if possible; returns whether the body was sent.
  func sendHead(_ head: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer?) throws(ConnectionEnd) -> Bool {
    guard plan == nil else {
      try send(head)
      return false
    }
    try noting { () throws(ConnectionEnd) in
      if let body, body.count > 0 { try socket.send(head, body) } else { try socket.send(head) }
    }
    return body != nil
  }

  func send(_ bytes: UnsafeRawBufferPointer) throws(ConnectionEnd) {
    try noting { () throws(ConnectionEnd) in
      guard let plan else {
        try socket.send(bytes)
        return
      }
      try sendFaultily(bytes, plan)
    }
  }

  func beginBody() throws(ConnectionEnd) { try enter(part: 1) }

  func finish() throws(ConnectionEnd) { try enter(part: 2) }

  /// Sends bytes that aren't part of the response; the fault plan doesn't affect them.
  func sendInterim(_ bytes: [UInt8]) throws(ConnectionEnd) {
    try noting { () throws(ConnectionEnd) in try socket.sendAll(bytes) }
  }

  /// Pauses for a duration; throws early if the client disconnects or the server stops.
  func pause(for duration: Duration) throws(ConnectionEnd) {
    try noting { () throws(ConnectionEnd) in try wait(for: duration) }
  }

  private func enter(part: Int) throws(ConnectionEnd) {
    guard let plan else { return }
    try noting { () throws(ConnectionEnd) in
      // Faults at positions beyond the end of the previous part apply at its end.
      position = FaultPlan.Position(part: part, offset: 0)
      try passCheckpoints(plan)
    }
  }

  private func sendFaultily(_ bytes: UnsafeRawBufferPointer, _ plan: FaultPlan) throws(ConnectionEnd) {
    let pace = position.part == 0 ? plan.headPace : plan.bodyPace
    var sent = 0
    try passCheckpoints(plan)
    while sent < bytes.count {
      var count = bytes.count - sent
      if let pace {
        if hasSentPacedPiece { try wait(for: pace.interval) }
        hasSentPacedPiece = true
        count = min(count, pace.bytes)
      }
      if nextCheckpoint < plan.checkpoints.count {
        let next = plan.checkpoints[nextCheckpoint].position
        if next.part == position.part { count = min(count, next.offset - position.offset) }
      }
      try socket.send(UnsafeRawBufferPointer(rebasing: bytes[sent..<(sent + count)]))
      sent += count
      position.offset += count
      try passCheckpoints(plan)
    }
  }

  private func passCheckpoints(_ plan: FaultPlan) throws(ConnectionEnd) {
    while nextCheckpoint < plan.checkpoints.count, plan.checkpoints[nextCheckpoint].position <= position {
      let action = plan.checkpoints[nextCheckpoint].action
      nextCheckpoint += 1
      switch action {
      case .delay(let duration): try wait(for: duration)
      case .end(let end): throw end
      case .stall: throw socket.waitForDeparture(stop: stop)
      }
    }
  }

  private func wait(for duration: Duration) throws(ConnectionEnd) {
    let deadline = ContinuousClock.now + duration
    switch socket.waitForInput(for: duration, stop: stop) {
    case .timedOut: return
    case .stopped: throw .stopped
    case .ready:
      if stop.isSignalled { throw .stopped }
      // A client that closed its sending side counts as disconnected; a client that sent another request doesn't.
      if socket.isAtEnd { throw .clientLeft }
      if stop.wait(for: deadline - ContinuousClock.now) == .stopped { throw .stopped }
    }
  }

  private func noting(_ body: () throws(ConnectionEnd) -> Void) throws(ConnectionEnd) {
    if let end { throw end }
    do throws(ConnectionEnd) {
      try body()
    } catch {
      let reason = stop.isSignalled ? ConnectionEnd.stopped : error
      end = reason
      throw reason
    }
  }
}

extension ConnectionSocket {
  package func sendAll(_ bytes: [UInt8]) throws(ConnectionEnd) {
    try bytes.withBytes { (buffer) throws(ConnectionEnd) in try send(buffer) }
  }

  /// Discards all received bytes until the client disconnects or the server stops.
  func waitForDeparture(stop: StopSignal) -> ConnectionEnd {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
      while true {
        if waitForInput(for: nil, stop: stop) == .stopped { return .stopped }
        switch receive(into: buffer, waiting: false) {
        case .bytes, .nothing: continue
        case .end, .failed: return stop.isSignalled ? .stopped : .clientLeft
        }
      }
    }
  }
}
