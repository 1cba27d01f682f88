#if os(Linux)
import Foundation

/// A server on 127.0.0.1 with scripted bytes, for responses that no HTTP server would send.
///
/// `@unchecked Sendable`: `lock` protects `accepted` and `isStopped`; nothing else changes after `init`.
final class RawPeer: @unchecked Sendable {
  let port: Int
  private let listener: Int32
  private let lock = NSLock()
  private var accepted: [RawConnection] = []
  private var isStopped = false

  var url: URL { .test("http://127.0.0.1:\(port)/") }

  /// The accepted connections, oldest first.
  var connections: [RawConnection] { lock.withLock { accepted } }

  /// Starts a server that calls the script for each connection on its own thread, and then closes the connection.
  init(script: @escaping @Sendable (RawConnection) -> Void) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { self.accept(script) }
  }

  func stop() {
    lock.withLock {
      guard !isStopped else { return }
      isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in accepted { connection.close() }
    }
  }

  private func accept(_ script: @escaping @Sendable (RawConnection) -> Void) {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      let connection = RawConnection(descriptor)
      let isWelcome = lock.withLock {
        accepted.append(connection)
        return !isStopped
      }
      guard isWelcome else { break }
      Thread.detachNewThread {
        script(connection)
        connection.close()
      }
    }
    Glibc.close(listener)
  }
}

final class RawConnection: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { Glibc.close(descriptor) }

  /// Reads exactly this many bytes; returns `nil` if the connection ends first.
  func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let taken = bytes[filled...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      guard taken > 0 else { return nil }
      filled += taken
    }
    return bytes
  }

  /// Reads a request head; returns `nil` if the connection ends first.
  func readHead() -> String? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let next = read(1) else { return nil }
      head += next
    }
    return String(decoding: head, as: UTF8.self)
  }

  func readPath() -> String? {
    readHead().flatMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
  }

  /// Writes with a single call, so that all bytes have arrived when this method returns.
  func write(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    // To the other side, disconnecting looks like closing, but the descriptor number stays in use.
    var address = sockaddr(sa_family: sa_family_t(AF_UNSPEC), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    connect(descriptor, &address, socklen_t(MemoryLayout.size(ofValue: address)))
  }

  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
#endif
