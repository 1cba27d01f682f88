#if os(Linux)
import Foundation
import LoopbackServer
import NetworkingTesting
import Testing

@testable import Networking

/// A server's side of a handshake, for tests that write raw bytes.
enum RawWebSocket {
  static func response(to head: String, status: String = "101 Switching Protocols", fields: String = "") -> String {
    let key = head.split(separator: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19) ?? ""
    return
      "HTTP/1.1 \(status)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(for: String(key)))\r\n\(fields)\r\n"
  }
}

@Suite("WebSocket failures")
struct WebSocketFailureTests {
  private func client(
    _ url: URL,
    _ configuration: TransportConfiguration = TransportConfiguration(),
    stack: MiddlewareStack = MiddlewareStack(),
    timeouts: Timeouts = Timeouts()
  ) throws -> APIClient<CatalogAPI> {
    let transport = try SystemTransport.make(configuration: configuration)
    return APIClient(api: CatalogAPI(baseURL: url), transport: transport, stack: stack, timeouts: timeouts)
  }

  /// Returns the error from a server that responds to the handshake with this text.
  private func failure(
    _ configuration: TransportConfiguration = TransportConfiguration(),
    of response: @escaping @Sendable (_ head: String) -> String
  ) async throws -> NetworkError? {
    let peer = try RawPeer { connection in
      guard let head = connection.readHead() else { return }
      connection.write(response(head))
    }
    defer { peer.stop() }
    let client = try client(peer.url, configuration)
    do throws(NetworkError) {
      _ = try await client.webSocket("path")
      return nil
    } catch {
      return error
    }
  }

  enum Expected: Sendable { case none, violation, lost, status(Int, String?) }

  static let responses: [(String, @Sendable (String) -> String, Expected)] = [
    ("a valid one", { RawWebSocket.response(to: $0) }, .none),
    ("hints first", { "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + RawWebSocket.response(to: $0) }, .none),
    ("line feeds only", { RawWebSocket.response(to: $0).replacingOccurrences(of: "\r\n", with: "\n") }, .none),
    ("another request's proof", { _ in RawWebSocket.response(to: "") }, .violation),
    (
      "an unrequested subprotocol",
      { RawWebSocket.response(to: $0, fields: "Sec-WebSocket-Protocol: chat\r\n") }, .violation
    ),
    (
      "an unknown extension", { RawWebSocket.response(to: $0, fields: "Sec-WebSocket-Extensions: foo\r\n") }, .violation
    ),
    (
      "an invalid window",
      {
        RawWebSocket.response(
          to: $0,
          fields: "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99\r\n"
        )
      }, .violation
    ),
    ("an ordinary page", { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi" }, .violation),
    ("no HTTP", { _ in "SSH-2.0-OpenSSH\r\n\r\n" }, .violation),
    ("a malformed field", { _ in "HTTP/1.1 101 x\r\nbad field\r\n\r\n" }, .violation),
    (
      "too many fields", { RawWebSocket.response(to: $0, fields: "X: \(String(repeating: "x", count: 9_000))\r\n") },
      .violation
    ),
    (
      "too many interim responses",
      { _ in String(repeating: "HTTP/1.1 100 Continue\r\nX: y\r\n\r\n", count: 400) }, .violation
    ),
    ("nothing", { _ in "" }, .lost),
    ("half a head", { _ in "HTTP/1.1 101 Switching" }, .lost),
    (
      "an error with a message",
      { _ in
        "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n{\"message\":\"no room\"}"
      }, .status(403, "no room")
    ),
    (
      "a chunked error",
      { _ in
        "HTTP/1.1 429 x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nslo\r\n2;x=y\r\nw!\r\n0\r\n\r\n"
      }, .status(429, "slow!")
    ),
    (
      "a malformed chunk",
      { _ in
        "HTTP/1.1 500 x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbad\r\nffffffffffffffffff\r\n"
      }, .status(500, "bad")
    ),
    (
      "an error that ends with the connection",
      { _ in "HTTP/1.1 503 x\r\nContent-Type: text/plain\r\n\r\nlater" }, .status(503, "later")
    ),
    ("a redirect", { _ in "HTTP/1.1 302 x\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n" }, .status(302, nil)),
  ]

  @Test("reports each kind of invalid handshake response", arguments: responses)
  func checksResponses(name: String, response: @escaping @Sendable (String) -> String, expected: Expected) async throws
  {
    var configuration = TransportConfiguration()
    configuration.maximumHeadSize = 8 << 10
    let error = try await failure(configuration, of: response)
    switch (expected, error) {
    case (.none, nil), (.violation, .protocolViolation): break
    case (.lost, .connectionLost(.beforeResponse, _)), (.lost, .connectionLost(.inHead, _)): break
    case (.status(let code, let message), .status(let failure)):
      #expect(failure.status.code == code)
      #expect(failure.serviceMessage == message)
    default: Issue.record("unexpected: \(String(describing: error))")
    }
  }

  @Test("enforces the time limit for the handshake, and stops when the task is cancelled", arguments: [true, false])
  func limitsHandshake(isCancelled: Bool) async throws {
    let arrived = AsyncStream<Void>.makeStream()
    let peer = try RawPeer { connection in
      _ = connection.readHead()
      arrived.continuation.yield()
      _ = connection.read(1)
      arrived.continuation.finish()
    }
    defer { peer.stop() }
    let timeouts = isCancelled ? Timeouts() : Timeouts(firstByte: .milliseconds(50))
    let client = try client(peer.url, timeouts: timeouts)
    let opening = Task { () async -> NetworkError? in
      do throws(NetworkError) {
        _ = try await client.webSocket("")
        return nil
      } catch {
        return error
      }
    }
    var steps = arrived.stream.makeAsyncIterator()
    if isCancelled {
      await steps.next()
      opening.cancel()
    }
    let origin = "http://127.0.0.1:\(peer.port)"
    #expect(
      await opening.value
        == (isCancelled ? .cancelled : .timedOut(.firstByte, limit: .milliseconds(50), origin: origin))
    )
    // The connection is closed. On a busy machine, the time limit may expire before the server accepts the connection.
    if isCancelled { #expect(await steps.next() == nil) }
  }

  @Test("reports an unreachable service and a proxy that refuses the connection")
  func reportsUnreachable() async throws {
    let port = try LoopbackPort().port
    let refused = await #expect(throws: NetworkError.self) {
      _ = try await client(.test("http://127.0.0.1:\(port)/")).webSocket("")
    }
    #expect(refused == .unreachable(.refused, origin: "http://127.0.0.1:\(port)"))
    let proxy = try RawPeer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 3\r\n\r\nno!")
    }
    defer { proxy.stop() }
    var configuration = TransportConfiguration()
    configuration.proxies = .environment(["http_proxy": "http://user:secret@127.0.0.1:\(proxy.port)"])
    let error = await #expect(throws: NetworkError.self) {
      _ = try await client(.test("http://service.example"), configuration).webSocket("")
    }
    guard case .unreachable(.proxy, _) = error else {
      Issue.record("expected a proxy's failure, got \(String(describing: error))")
      return
    }
    #expect(error?.message.contains("secret") == false)
  }

  @Test("reports a connection lost within a frame, however the connection ends", arguments: [true, false])
  func reportsLoss(isReset: Bool) async throws {
    let peer = try RawPeer { connection in
      guard let head = connection.readHead() else { return }
      connection.write(RawWebSocket.response(to: head))
      connection.write([0x81, 1, 0x61, 0x81, 5, 0x61])
      _ = connection.read(7)
      if isReset { connection.reset() }
    }
    defer { peer.stop() }
    let socket = try await client(peer.url).webSocket("")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == .text("a"))
    try await socket.send("x")
    let origin = "http://127.0.0.1:\(peer.port)"
    await #expect(throws: NetworkError.connectionLost(.inWebSocket, origin: origin)) { try await messages.next() }
  }

  @Test(
    "closes the connection when its reader is cancelled, the last reference is released, or the WebSocket is closed",
    arguments: 0...2
  )
  func closesConnection(way: Int) async throws {
    let ended = AsyncStream<Data>.makeStream()
    let peer = try RawPeer { connection in
      guard let head = connection.readHead() else { return }
      connection.write(RawWebSocket.response(to: head))
      // A client's close frame has 8 bytes: two for the head, four for the mask, and two for the code.
      ended.continuation.yield(Data(connection.read(8) ?? []))
      if way == 2 { connection.write([0x88, 2, 0x03, 0xE8]) }
      _ = connection.read(1)
      ended.continuation.finish()
    }
    defer { peer.stop() }
    var socket: WebSocket? = try await client(peer.url).webSocket("")
    switch way {
    case 0:
      let reader = Task { [socket] in
        var messages = socket?.makeAsyncIterator()
        return try await messages?.next()
      }
      reader.cancel()
      await #expect(throws: NetworkError.cancelled) { try await reader.value }
    case 1: socket = nil
    default: try await socket?.close()
    }
    var steps = ended.stream.makeAsyncIterator()
    let frame = try #require(await steps.next())
    let code = way == 2 ? 1000 : 1001
    #expect(decode(frame, as: .server) { 99 }.events == [.close(WebSocketClosure(code: code))])
    #expect(await steps.next() == nil)
    withExtendedLifetime(socket) {}
  }

  @Test("doesn't send credentials to another origin, and rejects a redirect to an unencrypted URL")
  func checksRedirects() async throws {
    let seen = Recorder<String?>()
    let other = try LoopbackServer { request in
      seen.add(request.headers["Authorization"])
      return .webSocket { _ in }
    }
    defer { other.stop() }
    let server = try LoopbackServer { _ in .redirect(to: "http://127.0.0.1:\(other.port)/") }
    defer { server.stop() }
    var stack = MiddlewareStack()
    stack.redirects = RedirectFollower()
    _ = try await client(server.url, stack: stack).webSocket("", headers: ["Authorization": "Bearer x"])
    #expect(seen.values == [nil])
  }

  @Test("reports a transport that doesn't support WebSocket")
  func needsSupport() async throws {
    let client = APIClient(
      api: CatalogAPI(baseURL: .test("http://host")),
      transport: StubTransport { HTTPResponse(status: 101, url: $0.url) }
    )
    let error = await #expect(throws: NetworkError.self) { _ = try await client.webSocket("") }
    guard case .transportUnavailable = error else {
      Issue.record("expected an unavailable transport, got \(String(describing: error))")
      return
    }
    var options = WebSocketOptions()
    options.subprotocols = ["a b"]
    await #expect(throws: NetworkError.self) { _ = try await client.webSocket("", options: options) }
  }
}
#endif
