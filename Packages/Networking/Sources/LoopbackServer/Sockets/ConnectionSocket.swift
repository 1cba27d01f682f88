internal import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

package enum ConnectionEnd: Error, Equatable {
  case closing
  case resetting
  case clientLeft
  case timedOut
  case stopped
}

/// A connection's socket, for the connection's thread; other threads may only send and call `interrupt()`.
package final class ConnectionSocket: Sendable {
  package enum Received: Equatable {
    case bytes(Int)
    case end
    case nothing
    case failed
  }

  struct Counters {
    var requests = 0
    var bytesReceived = 0
    var bytesSent = 0
    fileprivate var isClosed = false
    fileprivate var hasGivenWay = false
    fileprivate var waitingSince: ContinuousClock.Instant? = .now
  }

  package let number: Int
  private let descriptor: Int32
  private let idleTimeout: Duration
  private let tls: TLSSession?
  private let sendsCloseNotify: Bool
  private let state = Locked(Counters())
  // Held while TLS records are sent, because they must arrive in the order of their encryption.
  private let sending = Locked(())

  init(number: Int, descriptor: Int32, configuration: LoopbackServer.Configuration) {
    self.number = number
    self.descriptor = descriptor
    idleTimeout = configuration.idleTimeout
    sendsCloseNotify = configuration.tls?.sendsCloseNotify ?? false
    tls = configuration.tls.map { tls in
      TLSSession(tls.openSSL, context: tls.context) { tls.openSSL.accept($0) }
    }
    SystemCalls.suppressBrokenPipeSignal(on: descriptor)
    // This call fails on sockets that don't use TCP, but those sockets don't delay small packets anyway.
    _ = SystemCalls.setOption(TCP_NODELAY, level: Int32(IPPROTO_TCP), of: descriptor, to: 1)
    SystemCalls.setTimeout(SO_RCVTIMEO, of: descriptor, to: configuration.idleTimeout)
    SystemCalls.setTimeout(SO_SNDTIMEO, of: descriptor, to: configuration.transferTimeout)
    if let size = configuration.receiveBufferSize {
      _ = SystemCalls.setOption(SO_RCVBUF, level: SOL_SOCKET, of: descriptor, to: Int32(clamping: size))
    }
  }

  var counters: Counters { state.withLock { $0 } }

  func countRequest() {
    state.withLock { $0.requests += 1 }
  }

  // MARK: Giving way

  /// The time since which the connection has been waiting for a request or the rest of one; `nil` during a response.
  var waitingSince: ContinuousClock.Instant? { state.withLock { $0.waitingSince } }

  func startWaiting() { state.withLock { $0.waitingSince = .now } }

  /// Protects the connection from having to give way; returns `false` if it already has.
  func stopWaiting() -> Bool {
    state.withLock { state in
      state.waitingSince = nil
      return !state.hasGivenWay
    }
  }

  /// Closes both directions if the connection is waiting for its client to send a request; returns whether it was.
  func giveWay() -> Bool {
    state.withLock { state in
      var byte: UInt8 = 0
      guard state.waitingSince != nil, !state.isClosed,
        recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) <= 0
      else { return false }
      state.waitingSince = nil
      state.hasGivenWay = true
      _ = shutdown(descriptor, Int32(SHUT_RDWR))
      return true
    }
  }

  // MARK: Reading

  /// Reads once; if `waiting`, waits for bytes, and returns `.nothing` after the idle timeout.
  package func receive(into buffer: UnsafeMutableRawBufferPointer, waiting: Bool) -> Received {
    let received =
      if let tls {
        advance(tls, waiting: waiting) { tls.read(into: buffer) }
      } else {
        receiveBytes(into: buffer, waiting: waiting)
      }
    if case .bytes(let count) = received { state.withLock { $0.bytesReceived += count } }
    return received
  }

  private func receiveBytes(into buffer: UnsafeMutableRawBufferPointer, waiting: Bool) -> Received {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, waiting ? 0 : Int32(MSG_DONTWAIT))
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothing
      default: return .failed
      }
    }
  }

  func waitForInput(for timeout: Duration?, stop: StopSignal) -> StopSignal.Wakening {
    if let tls, tls.hasInput { return stop.isSignalled ? .stopped : .ready }
    return stop.wait(for: timeout, watching: descriptor)
  }

  /// Whether the next read would find that the client has finished sending or the connection is broken.
  var isAtEnd: Bool {
    if let tls {
      let received = advance(tls, waiting: false) { tls.peek() }
      return received == .end || received == .failed
    }
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
  }

  // MARK: Writing

  package func send(_ bytes: UnsafeRawBufferPointer) throws(ConnectionEnd) {
    guard let tls else { return try sendBytes(bytes) }
    for start in stride(from: 0, to: bytes.count, by: 65_536) {
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 65_536, bytes.count)])
      try sending.withLock { _ throws(ConnectionEnd) in
        guard let encrypted = tls.encrypt(piece) else { throw .clientLeft }
        try encrypted.withBytes { (bytes) throws(ConnectionEnd) in try sendBytes(bytes) }
      }
      state.withLock { $0.bytesSent += piece.count }
    }
  }

  private func sendBytes(_ bytes: UnsafeRawBufferPointer) throws(ConnectionEnd) {
    guard var position = bytes.baseAddress else { return }
    var remaining = bytes.count
    while remaining > 0 {
      let count = SystemCalls.sendBytes(descriptor, position, remaining)
      try check(count)
      guard count > 0 else { continue }
      position += count
      remaining -= count
    }
  }

  /// Sends two buffers, in one system call if the socket accepts both.
  func send(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) throws(ConnectionEnd) {
    if tls != nil {
      try send(first)
      return try send(second)
    }
    var count = 0
    repeat {
      var parts = [
        iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
        iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count),
      ]
      count = parts.withUnsafeMutableBufferPointer { parts in
        var message = msghdr()
        message.msg_iov = parts.baseAddress
        message.msg_iovlen = numericCast(parts.count)
        return sendmsg(descriptor, &message, SystemCalls.sendFlags)
      }
      try check(count)
    } while count <= 0
    if count < first.count {
      try send(UnsafeRawBufferPointer(rebasing: first[count...]))
      try send(second)
    } else {
      try send(UnsafeRawBufferPointer(rebasing: second[(count - first.count)...]))
    }
  }

  // Counts sent bytes if there is no TLS; any failure except `EINTR` ends the connection.
  private func check(_ count: Int) throws(ConnectionEnd) {
    if count >= 0 {
      if tls == nil { state.withLock { $0.bytesSent += count } }
      return
    }
    switch errno {
    case EINTR: return
    case EAGAIN, EWOULDBLOCK: throw .timedOut
    default: throw .clientLeft
    }
  }

  // MARK: TLS

  /// Completes the TLS handshake, if any; returns whether it succeeded.
  func shakeHands(within timeout: Duration, stop: StopSignal) throws(ConnectionEnd) -> Bool {
    guard let tls else { return true }
    let deadline = ContinuousClock.now + timeout
    while true {
      switch advance(tls, waiting: false, { tls.handshake() }) {
      case .bytes: return true
      case .end: throw .clientLeft
      case .failed: return false
      case .nothing:
        switch waitForInput(for: deadline - ContinuousClock.now, stop: stop) {
        case .ready: continue
        case .timedOut: throw .timedOut
        case .stopped: throw .stopped
        }
      }
    }
  }

  // Sends the alert `handshake_failure` (RFC 8446, section 6).
  func refuseHandshake() throws(ConnectionEnd) {
    try [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28].withBytes { (bytes) throws(ConnectionEnd) in try sendBytes(bytes) }
  }

  package func announceEnd() {
    guard let tls, sendsCloseNotify else { return }
    tls.announceEnd()
    // A client that has left doesn't need the alert.
    try? flush(tls)
  }

  // Repeats a step of the TLS session while it needs more bytes from the client, and sends its output.
  private func advance(_ tls: TLSSession, waiting: Bool, _ step: () -> Received) -> Received {
    let deadline = ContinuousClock.now + idleTimeout
    while true {
      let result = step()
      do throws(ConnectionEnd) { try flush(tls) } catch { return .failed }
      guard result == .nothing else { return result }
      let received = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
        let received = receiveBytes(into: buffer, waiting: waiting)
        if case .bytes(let count) = received { tls.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return received
      }
      guard case .bytes = received else { return received }
      // Otherwise, a client could keep the thread here by sending only parts of records, or records without content.
      if ContinuousClock.now >= deadline { return .nothing }
    }
  }

  private func flush(_ tls: TLSSession) throws(ConnectionEnd) {
    guard tls.hasOutput else { return }
    try sending.withLock { _ throws(ConnectionEnd) in
      try tls.takeOutput().withBytes { (bytes) throws(ConnectionEnd) in try sendBytes(bytes) }
    }
  }

  // MARK: Ending

  /// Waits up to a second for the client to receive all bytes, which a reset would otherwise discard.
  func waitUntilDelivered(stop: StopSignal) {
    let deadline = ContinuousClock.now + .seconds(1)
    while SystemCalls.unacknowledgedBytes(of: descriptor) > 0, ContinuousClock.now < deadline {
      if stop.wait(for: .milliseconds(1)) == .stopped { return }
    }
  }

  /// Discards bytes that the client sends after the server's last byte, until the client disconnects or the time is up.
  ///
  /// With unread input, closing the socket would send a reset and might discard the response (RFC 9112, section 9.6).
  func linger(for duration: Duration, stop: StopSignal) {
    announceEnd()
    guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else { return }
    let deadline = ContinuousClock.now + duration
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
      while true {
        switch receiveBytes(into: buffer, waiting: false) {
        case .bytes: if stop.isSignalled || ContinuousClock.now >= deadline { return }
        case .end, .failed: return
        case .nothing:
          let remaining = deadline - ContinuousClock.now
          guard remaining > .zero, stop.wait(for: remaining, watching: descriptor) == .ready else { return }
        }
      }
    }
  }

  /// Discards at most 1 MB of received bytes, because a client may never stop sending.
  func discardInput() {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
      for _ in 0..<64 {
        guard case .bytes = receiveBytes(into: buffer, waiting: false) else { return }
      }
    }
  }

  func close(abortively: Bool) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      if abortively { SystemCalls.makeCloseAbortive(descriptor) }
      SystemCalls.closeDescriptor(descriptor)
    }
  }

  /// Closes both directions, which ends any wait in the connection's thread; any thread may call this method.
  package func interrupt() {
    state.withLock { state in
      guard !state.isClosed else { return }
      _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }
}
