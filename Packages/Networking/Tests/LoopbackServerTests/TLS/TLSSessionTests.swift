import Foundation
import Testing

@testable import LoopbackServer

@Suite("TLS session without a socket")
struct TLSSessionTests {
  private let tls: ServerTLS

  init() throws { tls = try ServerTLS() }

  /// Passes bytes between two sides until the client's handshake is complete or fails.
  private func connect(
    _ client: TLSSession,
    _ server: TLSSession,
    _ change: ([UInt8]) -> [UInt8] = { $0 }
  ) -> Bool {
    for _ in 0..<10 {
      let result = client.handshake()
      server.feed(change(client.takeOutput()))
      let answer = server.handshake()
      client.feed(server.takeOutput())
      if case .bytes = result { return true }
      if result == .failed || answer == .failed { return false }
    }
    return false
  }

  @Test("passes content in both directions", arguments: [0x0303, 0x0304])
  func passesContent(version: Int) throws {
    let (client, server) = (try TLSSession.client(of: tls, version: version), TLSSession.server(with: tls))
    try #require(connect(client, server))
    server.feed(try #require(client.encrypt("question")))
    #expect(server.readAll() == ("question", .nothing))
    client.feed(try #require(server.encrypt("answer")))
    #expect(client.readAll() == ("answer", .nothing))
    client.announceEnd()
    server.feed(client.takeOutput())
    #expect(server.readAll() == ("", .end))
  }

  @Test("doesn't renegotiate")
  func refusesRenegotiation() throws {
    // Given: a TLS 1.2 connection
    var session: OpenSSL.Pointer?
    let client = try TLSSession.client(of: tls, version: 0x0303) { session = $0 }
    let server = TLSSession.server(with: tls)
    try #require(connect(client, server))
    // When: the client asks for another handshake
    #expect(try tls.openSSL.call("SSL_renegotiate", OpenSSL.Step.self) { $0(session) } == 1)
    _ = client.handshake()
    let hello = client.takeOutput()
    #expect(!hello.isEmpty)
    server.feed(hello)
    // Then: the server sends only an alert
    #expect(server.readAll().text.isEmpty)
    #expect(server.takeOutput().count < 100)
  }

  @Test("delivers content from a damaged connection unchanged or not at all, and never keeps a client waiting")
  func survivesDamage() throws {
    var generator = SeededGenerator(seed: 20_261_123)
    let wanted = LongTests.rounds(byDay: 200, byNight: 20_000)
    let content = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    var complete = 0
    for number in 0..<wanted {
      let version = number.isMultiple(of: 2) ? 0x0303 : 0x0304
      let (client, server) = (try TLSSession.client(of: tls, version: version), TLSSession.server(with: tls))
      // Half of the inputs are damaged in the handshake, the others after it.
      let isEarly = number % 4 < 2
      guard connect(client, server, { isEarly ? Self.damaged($0, &generator) : $0 }) else { continue }
      complete += 1
      for _ in 0..<3 { server.feed(Self.damaged(client.encrypt(content) ?? [], &generator)) }
      let (text, ending) = server.readAll()
      #expect(String(repeating: content, count: 3).hasPrefix(text))
      #expect(ending != .end)
      #expect(server.takeOutput().count < 10_000)
      _ = server.encrypt("answer")
    }
    #expect(complete >= wanted / 2)
  }

  private static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    var bytes = bytes
    let position = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes[position] = .random(in: 0...255, using: &generator)
    case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 2: bytes.remove(at: position)
    case 3: bytes.insert(.random(in: 0...255, using: &generator), at: position)
    case 4: bytes.removeSubrange(position...)
    default: bytes.insert(contentsOf: bytes[..<position], at: position)
    }
    return bytes
  }
}
