#if os(Linux)
import Foundation
import LoopbackServer

/// A server on 127.0.0.1 with scripted bytes, for responses that no HTTP server would send.
final class RawPeer: Sendable {
  private let server: LoopbackServer
  private let accepted: Shared<[RawConnection]>

  var port: Int { server.port }
  var url: URL { server.url }

  /// The accepted connections, oldest first.
  var connections: [RawConnection] { accepted.value.sorted { $0.number < $1.number } }

  /// Starts a server that calls the script for each connection on its own thread, and then closes the connection.
  init(tls: ServerTLS? = nil, script: @escaping @Sendable (RawConnection) -> Void) throws {
    let accepted = Shared<[RawConnection]>([])
    self.accepted = accepted
    var configuration = LoopbackServer.Configuration()
    configuration.tls = tls
    configuration.script = { socket in
      let connection = RawConnection(socket)
      accepted.update { $0.append(connection) }
      script(connection)
      return connection.finish()
    }
    server = try LoopbackServer(configuration: configuration) { _ in .status(500) }
  }

  func stop() { server.stop() }
}

final class RawConnection: Sendable {
  private let socket: ConnectionSocket
  private let isOver = Shared(false)
  private let isReset = Shared(false)

  init(_ socket: ConnectionSocket) { self.socket = socket }

  var number: Int { socket.number }

  /// Reads exactly this many bytes; returns `nil` if the connection ends first.
  func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let received = bytes[filled...].withUnsafeMutableBytes { socket.receive(into: $0, waiting: true) }
      guard case .bytes(let count) = received else { return nil }
      filled += count
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

  func write(_ bytes: [UInt8]) {
    isOver.update { isOver in
      // The client may have left.
      if !isOver { try? socket.sendAll(bytes) }
    }
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  /// Makes the connection end with a reset after the script.
  func reset() { isReset.update { $0 = true } }

  fileprivate func finish() -> ConnectionEnd {
    if !isReset.value {
      socket.announceEnd()
      // Ends a write in another thread.
      socket.interrupt()
    }
    isOver.update { $0 = true }
    return isReset.value ? .resetting : .closing
  }
}
#endif
