#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// A ``CurlSocket``'s thread, the only one that uses its libcurl handle.
final class CurlSocketWorker {
  /// The maximum time for sending the last bytes and waiting for the server to close the connection, in nanoseconds.
  private static let farewell: UInt64 = 1_000_000_000

  private let socket: CurlSocket
  private let wakeup: CurlWakeup
  private let handle: CurlEasyHandle
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  /// The bytes being sent, at a fixed address because TLS libraries require the same buffer when a write is repeated.
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var unsent = 0..<0
  private var mayHaveInput = true
  private var isBlocked = false
  private var isConnected = false

  /// Starts the thread; returns `false` if the system can't provide the thread or its memory.
  static func start(for socket: CurlSocket, wakeup: CurlWakeup) -> Bool {
    let start = Unmanaged.passRetained(Start(socket: socket, wakeup: wakeup))
    let isStarted = curlabi_thread_start(
      { context in
        guard let context else { return }
        let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        guard let worker = CurlSocketWorker(start.socket, start.wakeup) else {
          return start.socket.end(
            .failure(.unreachable(.other("libcurl ran out of memory"), origin: start.socket.origin))
          )
        }
        worker.run()
      },
      start.toOpaque()
    )
    if !isStarted { start.release() }
    return isStarted
  }

  private final class Start: Sendable {
    let socket: CurlSocket
    let wakeup: CurlWakeup

    init(socket: CurlSocket, wakeup: CurlWakeup) {
      self.socket = socket
      self.wakeup = wakeup
    }
  }

  private init?(_ socket: CurlSocket, _ wakeup: CurlWakeup) {
    guard let handle = CurlEasyHandle(settings: socket.settings, loop: nil) else { return nil }
    self.socket = socket
    self.wakeup = wakeup
    self.handle = handle
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  private func run() {
    handle.prepareConnection(socket.prepared, timeouts: socket.request.timeouts)
    let hasProxy = !socket.prepared.route.proxy.isEmpty
    let code = curlabi_socket_begin(wakeup.pointer, handle.pointer, hasProxy)
    if Int(code) != CurlABICodeOK { fail(code) } else if connect(), socket.markOpen() { serve() }
    curlabi_socket_close(wakeup.pointer)
  }

  private func connect() -> Bool {
    while true {
      guard case .wait(_, let deadline) = socket.nextWork(now: now) else {
        socket.end(.failure(.cancelled))
        return false
      }
      let code = curlabi_socket_connect(wakeup.pointer, milliseconds(until: deadline))
      guard code >= 0 else { continue }
      if Int(code) == CurlABICodeOK {
        isConnected = true
        return true
      }
      fail(code)
      return false
    }
  }

  private func serve() {
    while true {
      switch socket.nextWork(now: now) {
      case .end: return
      case .finish: return finish()
      case .wait(let reads, let deadline):
        guard send() else { return }
        if reads, mayHaveInput {
          guard receive() else { return }
          continue
        }
        guard wait(reads: reads, deadline: deadline) else {
          return socket.end(.failure(.connectionLost(.inWebSocket, origin: socket.origin)))
        }
      }
    }
  }

  /// Sends the remaining bytes and waits for the server to close the connection.
  ///
  /// If bytes were left unread, the system would reset the connection and discard bytes that are still being sent.
  private func finish() {
    let deadline = now.addingSaturated(Self.farewell)
    while now < deadline, send(), !unsent.isEmpty {
      guard wait(reads: false, deadline: deadline) else { break }
    }
    if unsent.isEmpty {
      if !socket.prepared.isSecure { curlabi_socket_end_sending(wakeup.pointer) }
      while now < deadline {
        var count = input.count
        let code = curlabi_socket_receive(wakeup.pointer, input.baseAddress, &count)
        if Int(code) == CurlABICodeAgain {
          guard wait(reads: true, deadline: deadline) else { break }
        } else if Int(code) != CurlABICodeOK || count == 0 {
          break
        }
      }
    }
    socket.end(.success(()))
  }

  /// Sends until the socket's buffer is full; returns `false` after a failure.
  private func send() -> Bool {
    isBlocked = false
    while true {
      if unsent.isEmpty { unsent = 0..<socket.takeOutput(into: output) }
      guard !unsent.isEmpty else { return true }
      let bytes = UnsafeRawBufferPointer(rebasing: output[unsent])
      var count = bytes.count
      let code = curlabi_socket_send(wakeup.pointer, bytes.baseAddress, &count)
      switch Int(code) {
      case CurlABICodeOK:
        unsent = (unsent.lowerBound + count)..<unsent.upperBound
        socket.noteSent(count)
        if count > 0 { continue }
        isBlocked = true
        return true
      case CurlABICodeAgain:
        isBlocked = true
        return true
      default:
        fail(code)
        return false
      }
    }
  }

  /// Receives once; returns `false` at the end and after a failure.
  private func receive() -> Bool {
    var count = input.count
    let code = curlabi_socket_receive(wakeup.pointer, input.baseAddress, &count)
    switch Int(code) {
    case CurlABICodeOK where count == 0:
      socket.end(.success(()))
      return false
    case CurlABICodeOK: socket.receive(UnsafeRawBufferPointer(rebasing: input[..<count]))
    case CurlABICodeAgain: mayHaveInput = false
    default:
      fail(code)
      return false
    }
    return true
  }

  private func wait(reads: Bool, deadline: UInt64) -> Bool {
    var isReady = false
    let milliseconds = milliseconds(until: deadline)
    guard curlabi_socket_wait(wakeup.pointer, reads, isBlocked, milliseconds, &isReady) else { return false }
    if isReady { mayHaveInput = true }
    return true
  }

  private func fail(_ code: Int32) {
    let attempt = CurlFailure.Attempt(
      handle: handle,
      request: socket.request,
      route: socket.prepared.route,
      settings: socket.settings,
      wasConnected: isConnected || handle.wasConnected,
      openError: curlabi_socket_take_open_error(wakeup.pointer),
      stage: .beforeResponse
    )
    socket.end(.failure(CurlFailure.error(code: code, of: attempt)))
  }

  private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private func milliseconds(until deadline: UInt64) -> Int32 {
    guard deadline != .max else { return -1 }
    let now = now
    return deadline <= now ? 0 : Int32(min((deadline - now) / 1_000_000 + 1, 3_600_000))
  }
}

extension CurlSocket {
  var origin: String { request.url.originText }
}
#endif
