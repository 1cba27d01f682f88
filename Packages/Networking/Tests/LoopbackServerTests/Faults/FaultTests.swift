import Foundation
import Testing

@testable import LoopbackServer

@Suite("Response faults")
struct FaultTests {
  @Test("sends exactly the fault's bytes, then ends the connection as specified", arguments: FaultCase.all)
  func bytesAndEnding(_ fault: FaultCase) throws {
    // Given: a server that responds with the fault
    let server = try LoopbackServer(configuration: .exact) { _ in .text(fault.body).failing(with: fault.fault) }
    defer { server.stop() }
    let client = try server.client()
    // When: a client sends a request
    client.get("/")
    // Then: the client receives exactly the fault's bytes, and the connection ends as expected
    let (text, ending) = client.textToEnd()
    #expect(text == fault.wire)
    #expect(ending == fault.ending)
  }

  @Test("delivers all bytes before a reset within a large body")
  func resetInLargeBody() throws {
    // Given: a reset after more bytes than a socket accepts in one call
    let body = Data(repeating: 0x61, count: 3_000_000)
    let server = try LoopbackServer(configuration: .exact) { _ in
      ServerResponse(body: .bytes(body), fault: .reset(at: .insideBody(afterBytes: 2_000_000)))
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    // When: the client reads the whole response
    let head = client.read(through: "\r\n\r\n")
    let (bytes, ending) = client.readToEnd()
    // Then: the client receives exactly the bytes before the reset
    #expect(head != nil)
    #expect(bytes.count == 2_000_000)
    #expect(ending == .reset)
  }

  @Test("sends all bytes and keeps the connection open if the declared length is too short")
  func shortLengthKeepsOpen() throws {
    // Given: a length that is two bytes too short
    let server = try LoopbackServer(configuration: .exact) { request in
      request.path == "/bad" ? .text("hello").failing(with: .wrongContentLength(by: -2)) : .text("good")
    }
    defer { server.stop() }
    let client = try server.client()
    // When: two requests are sent
    client.get("/bad")
    let first = client.readResponse()
    client.get("/good")
    // Then: the rest of the first response precedes the second response
    #expect(first?.text == "hel")
    let excess = client.read(count: 2)
    #expect(excess == Array("lo".utf8))
    let second = client.readResponse()
    #expect(second?.text == "good")
  }

  @Test("sends the same garbage of the requested size every time, and never a valid status line")
  func garbage() throws {
    let server = try LoopbackServer { _ in .status(200).failing(with: .garbage(bytes: 300)) }
    defer { server.stop() }
    func answer() throws -> ([UInt8], RawClient.Ending) {
      let client = try server.client()
      client.get("/")
      return client.readToEnd()
    }
    // When: two clients send a request
    let first = try answer()
    let second = try answer()
    // Then: both clients receive the same garbage
    #expect(first.0.count == 300)
    #expect(first.0 == second.0)
    #expect(first.0.first != UInt8(ascii: "H"))
    #expect(first.1 == .closed)
  }

  @Test("keeps the connection open after raw bytes if requested")
  func rawKeepsOpen() throws {
    let script = ScriptedResponses([
      .status(200).failing(with: .raw(text: "HTTP/1.1 299 Own\r\nContent-Length: 2\r\n\r\nok", keepsOpen: true)),
      .text("next"),
    ])
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    let client = try server.client()
    // When: two requests are sent on one connection
    client.get("/")
    let first = client.readResponse()
    client.get("/")
    let second = client.readResponse()
    // Then: the raw bytes and the ordinary response arrive in order
    #expect(first?.statusLine == "HTTP/1.1 299 Own")
    #expect(second?.text == "next")
    #expect(server.statistics.connectionsAccepted == 1)
  }
}
