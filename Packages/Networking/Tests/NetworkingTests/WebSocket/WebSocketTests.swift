#if os(Linux)
import Foundation
import LoopbackServer
import NetworkingTesting
import Testing

@testable import Networking

@Suite("WebSocket with a real server")
struct WebSocketTests {
  struct Note: Codable, Hashable, Sendable { let text: String }

  private func client(
    _ url: URL,
    _ configuration: TransportConfiguration = TransportConfiguration(),
    stack: MiddlewareStack = MiddlewareStack(),
    timeouts: Timeouts = Timeouts()
  ) throws -> APIClient<CatalogAPI> {
    APIClient(
      api: CatalogAPI(baseURL: url),
      transport: try SystemTransport.make(configuration: configuration),
      stack: stack,
      timeouts: timeouts
    )
  }

  private static func echo(_ socket: ServerWebSocket) throws {
    while let message = try socket.receive() { try socket.send(message) }
  }

  @Test("sends and receives text, bytes and JSON of any size over a WebSocket", arguments: [true, false])
  func echoes(isCompressed: Bool) async throws {
    let server = try LoopbackServer { _ in .webSocket(Self.echo) }
    defer { server.stop() }
    var options = WebSocketOptions()
    options.allowsCompression = isCompressed
    let socket = try await client(server.url).webSocket("echo", options: options)
    var messages = socket.makeAsyncIterator()
    for size in [0, 5, 200, 70_000, 1_000_000] {
      let bytes = CacheScene.content(of: "bytes", size)
      let sender = Task { try await socket.send(.binary(bytes)) }
      #expect(try await messages.next() == .binary(bytes))
      try await sender.value
      try await socket.send(String(repeating: "é", count: size))
      #expect(try await messages.next() == .text(String(repeating: "é", count: size)))
    }
    try await socket.send(json: Note(text: "hi"))
    var values = socket.values(of: Note.self).makeAsyncIterator()
    #expect(try await values.next() == Note(text: "hi"))
    try await socket.send("{}")
    let error = await #expect(throws: NetworkError.self) { try await values.next() }
    guard case .decoding(let failure) = error else {
      Issue.record("expected a decoding failure, got \(String(describing: error))")
      return
    }
    #expect(failure.reason == "the key 'text' is missing")
    #expect(try await socket.ping() > .zero)
    try await socket.close()
    #expect(socket.closure == WebSocketClosure(code: 1000))
  }

  @Test("sends header fields, the query and subprotocols, and returns the subprotocol that the service selects")
  func passesHeaders() async throws {
    let server = try LoopbackServer { request in
      .webSocket(subprotocol: "b") { socket in
        try socket.send("\(socket.request.target) \(request.headers["Origin"] ?? "") \(request.headers["Host"] ?? "")")
        try socket.send(request.headers["Sec-WebSocket-Protocol"] ?? "")
      }
    }
    defer { server.stop() }
    var options = WebSocketOptions()
    options.subprotocols = ["a", "b"]
    let socket = try await client(server.url).webSocket(
      "rooms/\("x/y")",
      query: [URLQueryItem(name: "q", value: "1 2")],
      headers: ["Origin": "https://example.org"],
      options: options
    )
    #expect(socket.subprotocol == "b")
    var texts: [WebSocketMessage] = []
    for try await message in socket { texts.append(message) }
    #expect(texts == [.text("/rooms/x%2Fy?q=1%202 https://example.org 127.0.0.1:\(server.port)"), .text("a, b")])
    #expect(socket.closure == WebSocketClosure(code: 1000))
  }

  @Test("slows down the service while no task reads messages, and loses no messages")
  func appliesBackPressure() async throws {
    let sent = Recorder<Int>()
    let server = try LoopbackServer { _ in
      .webSocket { socket in
        for number in 0..<400 {
          try socket.send(.binary(Data(repeating: UInt8(truncatingIfNeeded: number), count: 100_000)))
          sent.add(number)
        }
      }
    }
    defer { server.stop() }
    var options = WebSocketOptions()
    options.allowsCompression = false
    let socket = try await client(server.url).webSocket("", options: options)
    var messages = socket.makeAsyncIterator()
    var count = 0
    while let message = try await messages.next() {
      #expect(message.bytes.first == UInt8(truncatingIfNeeded: count))
      // The queue, the client's buffers and the system's buffers can't hold all of the remaining messages.
      if count == 0 { #expect(sent.values.count < 350) }
      count += 1
    }
    #expect(count == 400)
  }

  @Test("opens a WebSocket through a Unix domain socket")
  func usesUnixSocket() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "ws-\(UUID().uuidString.prefix(8))").path
    let server = try LoopbackServer(unixSocket: path) { _ in .webSocket(Self.echo) }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.unixSockets = ["localhost": path]
    let socket = try await client(server.url, configuration).webSocket("")
    try await socket.send("x")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == .text("x"))
  }

  @Test("opens a WebSocket over TLS with the trusted authorities")
  func usesTLS() async throws {
    let tls = try ServerTLS()
    let server = try LoopbackServer(configuration: .init(tls: tls)) { _ in .webSocket(Self.echo) }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    let socket = try await client(server.url, configuration).webSocket("")
    var messages = socket.makeAsyncIterator()
    for size in [1, 100_000, 2_000_000] {
      let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) })
      let sender = Task { try await socket.send(.binary(bytes)) }
      #expect(try await messages.next() == .binary(bytes))
      try await sender.value
    }
    try await socket.close()
    // Without the authority, or with another pinned key, the connection fails.
    let untrusted = await #expect(throws: NetworkError.self) { _ = try await client(server.url).webSocket("") }
    guard case .unreachable(.tls(.untrustedCertificate, _), _) = untrusted else {
      Issue.record("expected an untrusted certificate, got \(String(describing: untrusted))")
      return
    }
    let pin = try #require(PublicKeyPin(sha256: Data(repeating: 1, count: 32).base64EncodedString()))
    configuration.pinnedKeys = ["localhost": [pin]]
    let other = await #expect(throws: NetworkError.self) {
      _ = try await client(server.url, configuration).webSocket("")
    }
    guard case .unreachable(.tls(.wrongKey, _), _) = other else {
      Issue.record("expected a wrong key, got \(String(describing: other))")
      return
    }
  }

  @Test("opens a WebSocket through a proxy tunnel, even without TLS")
  func usesProxy() async throws {
    let heads = Recorder<String>()
    let proxy = try RawPeer { connection in
      guard let tunnel = connection.readHead() else { return }
      connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
      guard let head = connection.readHead() else { return }
      heads.add(tunnel)
      connection.write(RawWebSocket.response(to: head))
      connection.write([0x81, 1, 0x61, 0x88, 0])
      _ = connection.read(1_000)
    }
    defer { proxy.stop() }
    var configuration = TransportConfiguration()
    configuration.proxies = .environment(["http_proxy": "http://user:word@127.0.0.1:\(proxy.port)"])
    let socket = try await client(.test("http://service.example:8080"), configuration).webSocket("")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == .text("a"))
    #expect(try await messages.next() == nil)
    #expect(heads.values.first?.hasPrefix("CONNECT service.example:8080 HTTP/1.1\r\n") == true)
    #expect(heads.values.first?.contains("Proxy-Authorization: Basic") == true)
  }

  @Test("refreshes credentials, follows redirects and sends cookies when opening a WebSocket")
  func passesMiddleware() async throws {
    let targets = Recorder<String>()
    let server = try LoopbackServer { request in
      targets.add(request.path)
      guard request.headers["Authorization"] == "Bearer good" else { return .status(401) }
      if request.path == "/old" { return .redirect(to: "/new", status: 307).header("Set-Cookie", "a=b") }
      return .webSocket { socket in try socket.send(socket.request.headers["Cookie"] ?? "") }
    }
    defer { server.stop() }
    let refreshes = Networking.Counter()
    let credential = try #require(Credential.bearer("good"))
    var stack = MiddlewareStack.standard
    stack.cookies = CookieJar()
    stack.authenticator = Authenticator(for: server.url, credential: .bearer("old")) { _ throws(NetworkError) in
      refreshes.add(1)
      return credential
    }
    let socket = try await client(server.url, stack: stack).webSocket("old")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == .text("a=b"))
    #expect(targets.values == ["/old", "/old", "/new"])
    #expect(refreshes.value == 1)
  }

  @Test("receives messages that a server broadcasts from another connection")
  func broadcasts() async throws {
    let sockets = Recorder<ServerWebSocket>()
    let server = try LoopbackServer { _ in
      .webSocket { socket in
        sockets.add(socket)
        try socket.send("ready")
        while let message = try socket.receive() {
          for other in sockets.values where other !== socket { try other.send(message) }
        }
      }
    }
    defer { server.stop() }
    let client = try client(server.url)
    let (ada, bob) = (try await client.webSocket("chat"), try await client.webSocket("chat"))
    var (toAda, toBob) = (ada.makeAsyncIterator(), bob.makeAsyncIterator())
    #expect(try await toAda.next() == .text("ready"))
    #expect(try await toBob.next() == .text("ready"))
    for number in 0..<100 { try await ada.send("\(number)") }
    for number in 0..<100 { #expect(try await toBob.next() == .text("\(number)")) }
    try await bob.send("bye")
    #expect(try await toAda.next() == .text("bye"))
  }
}
#endif
