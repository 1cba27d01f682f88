import Foundation
import Networking
import Testing

@testable import LoopbackServer

@Suite("Server WebSocket")
struct ServerWebSocketTests {
  private static let handshake =
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n"
    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

  /// Opens a WebSocket, and returns a client that has already read the response head.
  private func open(_ server: LoopbackServer, more: String = "") throws -> RawClient {
    let client = try server.client()
    client.send(Self.handshake + more + "\r\n")
    let head = try #require(client.read(through: "\r\n\r\n"))
    #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    #expect(head.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    return client
  }

  /// Returns a client's frame, masked with zeros.
  private func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    [first, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
  }

  private func echoServer() throws -> LoopbackServer {
    try LoopbackServer(configuration: .exact) { _ in
      .webSocket { socket in
        while let message = try socket.receive() { try socket.send(message) }
      }
    }
  }

  @Test("returns messages, responds to pings and confirms the client's close frame")
  func serves() throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try open(server)
    client.send(frame(0x89, [7]) + frame(0x81, [0x61]) + frame(0x02, [1]) + frame(0x80, [2]))
    #expect(client.read(count: 3 + 3 + 4) == [0x8A, 1, 7, 0x81, 1, 0x61, 0x82, 2, 1, 2])
    client.send(frame(0x88, [0x03, 0xE8]))
    #expect(client.read(count: 4) == [0x88, 2, 0x03, 0xE8])
    client.close()
  }

  @Test("handles WebSocket frames that arrive together with the handshake")
  func takesEarlyFrames() throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    client.send(Array((Self.handshake + "\r\n").utf8) + frame(0x81, [0x61]))
    _ = client.read(through: "\r\n\r\n")
    #expect(client.read(count: 3) == [0x81, 1, 0x61])
  }

  @Test(
    "closes the WebSocket with the matching code after a violation",
    arguments: [
      ([0x81, 0x01, 0x61], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002), ([0xC1, 0x80, 0, 0, 0, 0], 1002),
      ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007), ([0x82, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1009),
    ] as [([UInt8], Int)]
  )
  func refusesViolations(bytes: [UInt8], code: Int) throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try open(server)
    client.send(bytes)
    let closure = client.read(count: 4)
    #expect(closure.first == 0x88)
    #expect(Int(closure[2]) << 8 | Int(closure[3]) == code)
  }

  @Test(
    "rejects requests that aren't a WebSocket handshake",
    arguments: [
      ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 426),
      (handshake.replacingOccurrences(of: "Version: 13", with: "Version: 8") + "\r\n", 426),
      (handshake.replacingOccurrences(of: "GET", with: "POST") + "Content-Length: 0\r\n\r\n", 400),
      (handshake.replacingOccurrences(of: "dGhlIHNhbXBsZSBub25jZQ==", with: "short") + "\r\n", 400),
      (handshake + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", 400),
    ]
  )
  func refusesRequests(request: String, status: Int) throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    client.send(request)
    let response = try #require(client.readResponse())
    #expect(response.status == status)
    #expect(response["Sec-WebSocket-Version"] == (status == 426 ? "13" : nil))
  }

  @Test("closes the WebSocket when the handler's closure returns or throws", arguments: [true, false])
  func closesAtEnd(throwing: Bool) throws {
    struct Mistake: Error {}
    let server = try LoopbackServer { _ in .webSocket { _ in if throwing { throw Mistake() } } }
    defer { server.stop() }
    let client = try open(server)
    let closure = client.read(count: 4)
    #expect(closure[0] == 0x88)
    #expect(closure[2...] == (throwing ? [0x03, 0xF3] : [0x03, 0xE8]))
  }

  @Test("stops the server while a WebSocket handler waits for a message")
  func stops() throws {
    let server = try echoServer()
    let client = try open(server)
    server.stop()
    let (bytes, ending) = client.readToEnd()
    #expect(bytes.isEmpty)
    #expect(ending != .timedOut)
  }

  @Test("uses compression only if the client offers it")
  func agreesOnCompression() throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    client.send(Self.handshake + "Sec-WebSocket-Extensions: foo, permessage-deflate; client_max_window_bits\r\n\r\n")
    let head = try #require(client.read(through: "\r\n\r\n"))
    #expect(head.contains("Sec-WebSocket-Extensions: permessage-deflate\r\n") == WebSocketCompression.isAvailable)
    let other = try server.client()
    other.send(Self.handshake + "\r\n")
    #expect(try #require(other.read(through: "\r\n\r\n")).contains("Extensions") == false)
  }
}
