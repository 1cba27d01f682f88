internal import Networking
import NetworkingFoundation

/// A connection's TLS session, which encrypts and decrypts bytes but doesn't read or write the socket itself.
final class TLSSession: Sendable {
  private struct State {
    let session: OpenSSLObject?
    var hasFailed = false
  }

  private let openSSL: OpenSSL
  private let state: Locked<State>

  // `start` makes it a server's or a client's session.
  init(_ openSSL: OpenSSL, context: OpenSSLObject, start: (OpenSSL.Pointer) -> Void) {
    self.openSSL = openSSL
    let session = try? openSSL.make("SSL_new", OpenSSL.Get.self, freedBy: "SSL_free") { $0(context.pointer) }
    if let pointer = session?.pointer {
      openSSL.setBuffers(pointer, openSSL.newBuffer(openSSL.memory()), openSSL.newBuffer(openSSL.memory()))
      start(pointer)
    }
    state = Locked(State(session: session))
  }

  // MARK: Content. `.nothing` means that more bytes from the other side are needed.

  func handshake() -> ConnectionSocket.Received { perform { openSSL.handshake($0) } }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ConnectionSocket.Received {
    perform { openSSL.read($0, buffer.baseAddress, Int32(clamping: buffer.count)) }
  }

  func peek() -> ConnectionSocket.Received {
    var byte: UInt8 = 0
    return perform { openSSL.peek($0, &byte, 1) }
  }

  /// Returns the bytes to send for some content; `nil` after a failure.
  func encrypt(_ content: UnsafeRawBufferPointer) -> [UInt8]? {
    withSession { session, state in
      let written = step(session, &state) { openSSL.write($0, content.baseAddress, Int32(clamping: content.count)) }
      return written == .bytes(content.count) ? openSSL.takeBytes(from: openSSL.output(session)) : nil
    } ?? nil
  }

  // MARK: Bytes on the connection

  func feed(_ bytes: UnsafeRawBufferPointer) {
    _ = withSession { session, _ in
      openSSL.writeBuffer(openSSL.input(session), bytes.baseAddress, Int32(clamping: bytes.count))
    }
  }

  // Whether the next read doesn't need more bytes from the other side.
  var hasInput: Bool {
    withSession { session, _ in
      openSSL.pending(session) > 0 || openSSL.bufferedBytes(openSSL.input(session)) > 0
    } ?? false
  }

  // Whether there are bytes for the other side, such as parts of the handshake and alerts.
  var hasOutput: Bool { withSession { session, _ in openSSL.bufferedBytes(openSSL.output(session)) > 0 } ?? false }

  func takeOutput() -> [UInt8] {
    withSession { session, _ in openSSL.takeBytes(from: openSSL.output(session)) } ?? []
  }

  /// Adds a `close_notify` alert to the output if the handshake is complete.
  func announceEnd() {
    _ = withSession { session, state in
      guard !state.hasFailed else { return }
      openSSL.clearErrors()
      _ = openSSL.shutdown(session)
    }
  }

  private func perform(_ body: (OpenSSL.Pointer) -> Int32) -> ConnectionSocket.Received {
    withSession { session, state in step(session, &state, body) } ?? .failed
  }

  private func step(
    _ session: OpenSSL.Pointer,
    _ state: inout State,
    _ body: (OpenSSL.Pointer) -> Int32
  ) -> ConnectionSocket.Received {
    guard !state.hasFailed else { return .failed }
    // The thread's older errors would count as errors of this session.
    openSSL.clearErrors()
    let result = body(session)
    if result > 0 { return .bytes(Int(result)) }
    switch openSSL.reason(session, result) {
    case 2: return .nothing  // SSL_ERROR_WANT_READ
    case 6: return .end  // SSL_ERROR_ZERO_RETURN
    default:
      state.hasFailed = true
      return .failed
    }
  }

  private func withSession<Result: Sendable>(_ body: (OpenSSL.Pointer, inout State) -> Result) -> Result? {
    state.withLock { state in
      guard let session = state.session else { return nil }
      return body(session.pointer, &state)
    }
  }
}
