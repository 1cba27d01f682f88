import Foundation
import Testing

@testable import LoopbackServer

@Suite("Slow response faults")
struct SlowFaultTests {
  @Test(
    "delays only the bytes after the delay's position",
    arguments: [
      (Fault.delay(.milliseconds(40), at: .beforeHead), 0),
      (.delay(.milliseconds(40), at: .insideHead(afterBytes: 8)), 8),
      (.delay(.milliseconds(40), at: .afterHead), FaultCase.head.utf8.count),
      (.delay(.milliseconds(40), at: .insideBody(afterBytes: 1)), FaultCase.head.utf8.count + 1),
    ]
  )
  func delays(fault: Fault, before: Int) throws {
    let server = try LoopbackServer(configuration: .exact) { _ in .text("hello").failing(with: fault) }
    defer { server.stop() }
    let client = try server.client()
    let start = ContinuousClock.now
    client.get("/")
    // When: the client reads the bytes before the delay
    let early = client.read(count: before)
    let rest = client.read(count: FaultCase.head.utf8.count + 5 - before)
    // Then: the remaining bytes follow
    #expect(ContinuousClock.now - start >= .milliseconds(40))
    #expect(String(decoding: early + rest, as: UTF8.self) == FaultCase.head + "hello")
  }

  @Test("delays the first byte of a response")
  func responseDelay() throws {
    let server = try LoopbackServer { _ in .text("late").delayed(by: .milliseconds(40)) }
    defer { server.stop() }
    let client = try server.client()
    let start = ContinuousClock.now
    client.get("/")
    let response = client.readResponse()
    #expect(response?.text == "late")
    #expect(ContinuousClock.now - start >= .milliseconds(40))
  }

  @Test("ends a delay when the client disconnects")
  func delayNoticesDeparture() throws {
    // Given: a response that is delayed by one hour
    let log = Collector<ServerLogEntry>()
    let server = try LoopbackServer(configuration: .exact { $0.onRequest = { log.add($0) } }) { _ in
      .text("late").delayed(by: .seconds(3600))
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    // When: the client disconnects
    client.close()
    // Then: the connection closes before the hour has passed
    let entry = try #require(log.wait(for: 1).first)
    #expect(entry.outcome == .clientLeft)
    #expect(entry.status == nil)
  }

  @Test("continues a delay if the client sends another request")
  func delayWithPipelining() throws {
    let server = try LoopbackServer { request in
      request.path == "/slow" ? .text("slow").delayed(by: .milliseconds(30)) : .text("fast")
    }
    defer { server.stop() }
    let client = try server.client()
    // When: both requests are sent together
    client.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\nGET /fast HTTP/1.1\r\nHost: h\r\n\r\n")
    let first = client.readResponse()
    let second = client.readResponse()
    // Then: the responses arrive in order
    #expect(first?.text == "slow")
    #expect(second?.text == "fast")
  }

  @Test(
    "sends a trickled response in small chunks",
    arguments: [(Fault.Part.head, 7), (.body, 1), (.everything, 8)]
  )
  func trickle(part: Fault.Part, intervals: Int) throws {
    // Given: a response that sends three bytes (of the body) or ten bytes (otherwise) every three milliseconds
    let bytes = part == .body ? 3 : 10
    let server = try LoopbackServer(configuration: .exact) { _ in
      .text("hello").failing(with: .trickle(bytes: bytes, every: .milliseconds(3), part))
    }
    defer { server.stop() }
    let client = try server.client()
    let start = ContinuousClock.now
    client.get("/")
    // When: the client reads the response
    let response = client.readResponse()
    // Then: the response is complete, and took at least as long as the intervals between its chunks
    #expect(response?.text == "hello")
    #expect(ContinuousClock.now - start >= .milliseconds(3) * intervals)
  }

  @Test(
    "stops a stalled response at the given position and leaves the connection open",
    arguments: [
      (Fault.neverAnswer, ""),
      (.stall(at: .insideHead(afterBytes: 12)), String(FaultCase.head.prefix(12))),
      (.stall(at: .afterHead), FaultCase.head),
      (.stall(at: .insideBody(afterBytes: 3)), FaultCase.head + "hel"),
      (.stall(at: .afterBody), FaultCase.head + "hello"),
      (.combined([.wrongContentLength(by: 0), .stall(at: .afterBody)]), FaultCase.head + "hello"),
    ]
  )
  func stall(fault: Fault, wire: String) throws {
    let log = Collector<ServerLogEntry>()
    let server = try LoopbackServer(configuration: .exact { $0.onRequest = { log.add($0) } }) { _ in
      .text("hello").failing(with: fault)
    }
    defer { server.stop() }
    let client = try server.client()
    // When: the client sends a request, reads all available bytes and disconnects
    client.get("/")
    let text = String(decoding: client.read(count: wire.utf8.count), as: UTF8.self)
    client.setTimeout(milliseconds: 50)
    let (rest, ending) = client.textToEnd()
    // Then: the client has received exactly the bytes before the stall
    #expect(text == wire)
    #expect(rest == "")
    #expect(ending == .timedOut)
    // And: the server notices that the client has disconnected
    client.close()
    #expect(log.wait(for: 1).first?.outcome == .clientLeft)
  }

  @Test("sends an infinite body until the client disconnects", arguments: ["1.1", "1.0"])
  func infiniteBody(version: String) throws {
    let log = Collector<ServerLogEntry>()
    let server = try LoopbackServer(configuration: .exact { $0.onRequest = { log.add($0) } }) { _ in
      .text("abc").failing(with: .infiniteBody)
    }
    defer { server.stop() }
    let client = try server.client()
    client.send("GET / HTTP/\(version)\r\nHost: h\r\n\r\n")
    // When: the client has read five million bytes
    let head = try #require(client.read(through: "\r\n\r\n"))
    let bytes = client.read(count: 5_000_000)
    client.close()
    // Then: all bytes follow the pattern, and the server noticed that the client disconnected
    #expect(bytes.count == 5_000_000)
    #expect(head.contains("Transfer-Encoding: chunked") == (version == "1.1"))
    #expect(!head.contains("Content-Length"))
    if version == "1.0" { #expect(bytes.prefix(6).elementsEqual("abcabc".utf8)) }
    #expect(log.wait(for: 1).first?.outcome == .clientLeft)
  }

  @Test("sends an endless head until the client disconnects")
  func endlessHead() throws {
    let log = Collector<ServerLogEntry>()
    let server = try LoopbackServer(configuration: .exact { $0.onRequest = { log.add($0) } }) { _ in
      .text("never seen").failing(with: .endlessHead)
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    // When: the client has read a million bytes
    let text = String(decoding: client.read(count: 1_000_000), as: UTF8.self)
    client.close()
    // Then: the response head hasn't ended
    #expect(text.utf8.count == 1_000_000)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(!text.contains("\r\n\r\n"))
    #expect(log.wait(for: 1).first?.outcome == .clientLeft)
  }

  @Test("cuts off a streamed body and reports the closed connection")
  func cutStream() throws {
    let told = Collector<BodyWriterError>()
    let server = try LoopbackServer(configuration: .exact) { _ in
      .stream(length: 10) { writer in
        do {
          while true { try writer.write("0123456789".prefix(1).description) }
        } catch let error as BodyWriterError {
          told.add(error)
          throw error
        }
      }
      .failing(with: .close(at: .insideBody(afterBytes: 4)))
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    let (text, ending) = client.textToEnd()
    #expect(text.hasSuffix("\r\n\r\n0000"))
    #expect(ending == .closed)
    #expect(told.wait(for: 1) == [.connectionClosed])
  }

  @Test("doesn't apply body faults to a HEAD response")
  func headRequest() throws {
    let script = ScriptedResponses([
      .text("hello").failing(with: .badChunk(.malformedSize)),
      .text("hello").failing(with: .infiniteBody),
      .text("hello").failing(with: .wrongContentLength(by: 5)),
    ])
    let server = try LoopbackServer(configuration: .exact, handler: script.handler)
    defer { server.stop() }
    let client = try server.client()
    // When: the client sends three HEAD requests
    let lengths = (0..<3).map { _ -> String? in
      client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
      return client.readResponse(toHead: true)?["Content-Length"]
    }
    // Then: the connection stays usable
    #expect(lengths == ["5", "5", "10"])
  }
}
