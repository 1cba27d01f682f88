import Foundation
import Testing

@testable import LoopbackServer

@Suite("Rejected requests")
struct RefusalTests {
  /// Starts a server that responds with the parsed parts of each request.
  private func echoServer(_ configuration: LoopbackServer.Configuration = .exact) throws -> LoopbackServer {
    try LoopbackServer(configuration: configuration) { request in
      .text("\(request.connection).\(request.number) \(request.method) \(request.target) \(request.text)")
    }
  }

  @Test(
    "rejects a malformed head with a status and a reason, then closes the connection",
    arguments: [
      ("BAD\r\n\r\n", 400), ("GET / HTTP/3.0\r\nHost: h\r\n\r\n", 505), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 999999999\r\n\r\n", 413),
      ("GET /" + String(repeating: "a", count: 10_000) + " HTTP/1.1\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nHost: h\r\nA: " + String(repeating: "a", count: 70_000) + "\r\n\r\n", 431),
      ("POST / HTTP/1.1\r\nHost: h\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\n", 417),
    ]
  )
  func refusals(request: String, status: Int) throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    client.send(request)
    let response = try #require(client.readResponse())
    #expect(response.status == status)
    #expect(response["Connection"] == "close")
    #expect(response.text.hasSuffix(".\n"))
    #expect(client.readToEnd() == ([], .closed))
    #expect(server.statistics.requests == 0)
  }

  @Test("lets a client read the reason for the rejection while it is still sending")
  func refusalDuringUpload() throws {
    // Given: a server with a small body limit
    let server = try echoServer(.exact { $0.limits.bodyBytes = 1_000 })
    defer { server.stop() }
    let client = try server.client()
    // When: the client sends far more bytes than the server accepts
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n")
    client.send([UInt8](repeating: 0x61, count: 2_000_000))
    // Then: a reset doesn't discard the response
    #expect(client.readResponse()?.status == 413)
    client.finishSending()
    #expect(client.readToEnd().ending == .closed)
  }

  @Test("continues to serve clients after receiving random bytes")
  func noise() throws {
    let server = try echoServer(.exact { $0.lingerTime = .milliseconds(1) })
    defer { server.stop() }
    var generator = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<200 {
      // When: a client sends random bytes
      let client = try server.client()
      client.send((0..<Int.random(in: 1...300, using: &generator)).map { _ in .random(in: 0...255, using: &generator) })
      client.finishSending()
      // Then: the client is rejected or disconnected
      let (text, ending) = client.textToEnd()
      if !text.isEmpty {
        refused += 1
        #expect(["HTTP/1.1 4", "HTTP/1.1 5"].contains(text.prefix(10)))
      }
      #expect(ending != .timedOut)
    }
    #expect(refused > 0)
    // And: the next client is served
    let client = try server.client()
    client.get("/after")
    #expect(client.readResponse()?.status == 200)
  }
}
