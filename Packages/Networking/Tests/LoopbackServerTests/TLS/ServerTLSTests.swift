import Foundation
import Testing

@testable import LoopbackServer

@Suite("Server with TLS")
struct ServerTLSTests {
  private let tls: ServerTLS

  init() throws { tls = try ServerTLS() }

  private func configuration(
    _ change: (inout LoopbackServer.Configuration) -> Void = { _ in }
  ) -> LoopbackServer.Configuration {
    .exact { configuration in
      configuration.tls = tls
      change(&configuration)
    }
  }

  private static let request = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
  private static let response =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 2\r\n\r\n/a"

  private func respondsTo(_ port: Int) throws -> Bool {
    let client = try TLSClient(port: port, tls: tls)
    guard client.shakeHands() else { return false }
    client.send(Self.request)
    return client.read(through: "\r\n\r\n/a") == Self.response
  }

  @Test("serves several requests on a connection, and logs the bytes of the responses without TLS")
  func serves() throws {
    let log = Collector<ServerLogEntry>()
    let server = try LoopbackServer(configuration: configuration { $0.onRequest = { log.add($0) } }) { .text($0.path) }
    defer { server.stop() }
    #expect(server.url.absoluteString == "https://localhost:\(server.port)/")
    let client = try TLSClient(port: server.port, tls: tls)
    try #require(client.shakeHands())
    for _ in 0..<2 {
      client.send(Self.request)
      #expect(client.read(through: "\r\n\r\n/a") == Self.response)
    }
    #expect(log.wait(for: 2).map(\.bytesSent) == [Self.response.utf8.count, Self.response.utf8.count])
  }

  @Test("shares its settings between servers, also on Unix domain sockets")
  func isShared() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (
      try LoopbackServer(configuration: configuration()) { .text($0.path) },
      try LoopbackServer(unixSocket: folder.path + "/s", configuration: configuration()) { .text($0.path) }
    )
    defer {
      first.stop()
      second.stop()
    }
    #expect(try respondsTo(first.port))
    #expect(second.url.absoluteString == "https://localhost/")
  }

  @Test("handles requests that arrive together in one record")
  func servesPipelines() throws {
    let server = try LoopbackServer(configuration: configuration()) { .text($0.path) }
    defer { server.stop() }
    let client = try TLSClient(port: server.port, tls: tls)
    try #require(client.shakeHands())
    client.send(Self.request + Self.request + Self.request.replacingOccurrences(of: "/a", with: "/b"))
    let expected = Self.response + Self.response + Self.response.replacingOccurrences(of: "/a", with: "/b")
    #expect(client.read(through: "/b") == expected)
  }

  @Test("ends with a close_notify alert unless it is disabled", arguments: [true, false])
  func announcesEnd(isAnnounced: Bool) throws {
    let tls = try ServerTLS(sendsCloseNotify: isAnnounced)
    let server = try LoopbackServer(configuration: .init(tls: tls)) { _ in .text("x").header("Connection", "close") }
    defer { server.stop() }
    let client = try TLSClient(port: server.port, tls: tls)
    try #require(client.shakeHands())
    client.send(Self.request)
    _ = client.read(through: "nothing")
    #expect(client.session.readAll().ending == (isAnnounced ? .end : .nothing))
  }

  @Test("ends a delay when the client sends close_notify")
  func noticesDeparture() throws {
    let log = Collector<ServerLogEntry>()
    let server = try LoopbackServer(configuration: configuration { $0.onRequest = { log.add($0) } }) { _ in
      .text("late").delayed(by: .seconds(3600))
    }
    defer { server.stop() }
    let client = try TLSClient(port: server.port, tls: tls)
    try #require(client.shakeHands())
    client.send(Self.request)
    client.session.announceEnd()
    client.socket.send(client.session.takeOutput())
    #expect(log.wait(for: 1).first?.outcome == .clientLeft)
  }

  @Test("refuses a handshake with an alert")
  func refusesHandshakes() throws {
    let server = try LoopbackServer(
      configuration: configuration { $0.onAccept = { $0 == 1 ? .refuseHandshake : .serve } }
    ) { .text($0.path) }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.finishSending()
    #expect(client.readToEnd().bytes == [0x15, 3, 3, 0, 2, 2, 0x28])
    #expect(try respondsTo(server.port))
  }

  struct Nonsense: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: @Sendable (_ hello: [UInt8]) -> [UInt8]

    init(_ name: String, _ bytes: [UInt8]) { self.init(name) { _ in bytes } }

    init(_ name: String, _ bytes: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      testDescription = name
      self.bytes = bytes
    }

    static let all: [Nonsense] = [
      .init("nothing", []),
      .init("an HTTP request", Array(request.utf8)),
      .init("a record of an unknown type", [0x63, 3, 1, 0, 1, 0]),
      .init("an empty record", [0x16, 3, 1, 0, 0]),
      .init("many empty records", Array([[UInt8]](repeating: [0x16, 3, 1, 0, 0], count: 100).joined())),
      .init("a record that is too long", [0x16, 3, 1, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 70_000)),
      .init("a record of SSL 2", [0x80, 0x2E, 1, 0, 2, 0, 3, 0, 0, 0, 0x10] + [UInt8](repeating: 7, count: 40)),
      .init("an alert", [0x15, 3, 1, 0, 2, 2, 0x28]),
      .init("content", [0x17, 3, 3, 0, 5, 1, 2, 3, 4, 5]),
      .init("a change of the cipher", [0x14, 3, 3, 0, 1, 1]),
      .init("a server's hello", [0x16, 3, 3, 0, 4, 2, 0, 0, 0]),
      .init("a hello with a wrong length", [0x16, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF]),
      .init("an empty hello", [0x16, 3, 1, 0, 4, 1, 0, 0, 0]),
      .init("half a hello") { Array($0.prefix($0.count / 2)) },
      .init("a hello and no more") { $0 },
      .init("a hello twice") { $0 + $0 },
      .init("a hello and garbage") { $0 + [UInt8](repeating: 0xFF, count: 1_000) },
      .init("a hello and content") { $0 + [0x17, 3, 3, 0, 5, 1, 2, 3, 4, 5] },
      .init("a hello of an old version") { Array($0[..<9]) + [2, 0] + Array($0[11...]) },
    ]
  }

  @Test("closes connections without a valid handshake, and serves others", arguments: Nonsense.all, [true, false])
  func refusesNonsense(_ nonsense: Nonsense, thenLeaving: Bool) throws {
    let server = try LoopbackServer(
      configuration: configuration {
        // Only the time limits end a connection whose client stays.
        guard !thenLeaving else { return }
        $0.headTimeout = .milliseconds(20)
        $0.lingerTime = .milliseconds(20)
      }
    ) { .text($0.path) }
    defer { server.stop() }
    let hello = try TLSSession.client(of: tls)
    _ = hello.handshake()
    let client = try RawClient(port: server.port)
    client.send(nonsense.bytes(hello.takeOutput()))
    if thenLeaving { client.finishSending() }
    #expect(client.readToEnd().ending != .timedOut)
    #expect(server.statistics.requests == 0)
    // A valid handshake on a busy machine may take longer than the short time limit.
    if thenLeaving { #expect(try respondsTo(server.port)) }
  }

  @Test("survives clients that leave in mid-handshake or in mid-response without reading")
  func survivesLeaving() throws {
    let body = Data(count: 2_000_000)
    let server = try LoopbackServer(configuration: configuration()) {
      $0.path == "/a" ? .text("/a") : ServerResponse(body: .bytes(body))
    }
    defer { server.stop() }
    for number in 0..<20 {
      let client = try TLSClient(port: server.port, tls: tls)
      if number.isMultiple(of: 2) {
        _ = client.session.handshake()
        client.socket.send(client.session.takeOutput())
      } else if client.shakeHands() {
        client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = client.socket.readSome()
      }
      client.socket.close()
    }
    #expect(try respondsTo(server.port))
  }

  @Test("reports missing OpenSSL libraries and functions")
  func reportsMissingLibraries() {
    let missing = #expect(throws: LoopbackServerError.self) { try OpenSSL(libraries: ["libnone.so.0"]) }
    #expect(missing?.description.contains("libnone.so.0") == true)
    #expect(missing?.description.contains("libssl3") == true)
    let other = #expect(throws: LoopbackServerError.self) { try OpenSSL(libraries: ["libnone.so.0", "libc.so.6"]) }
    #expect(other?.description.contains("OPENSSL_init_crypto") == true)
  }
}
