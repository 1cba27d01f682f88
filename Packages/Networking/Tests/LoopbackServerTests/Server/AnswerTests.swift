import Foundation
import Testing

@testable import LoopbackServer

@Suite("Response transmission")
struct AnswerTests {
  @Test(
    "omits the body from responses that must not have a body",
    arguments: [(204, nil), (304, nil), (205, "0"), (200, "0")] as [(Int, String?)]
  )
  func bodiless(status: Int, length: String?) throws {
    let server = try LoopbackServer { request in
      request.path == "/" ? .status(status) : .text("next")
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    let response = try #require(client.readResponse())
    #expect(response.status == status)
    #expect(response["Content-Length"] == length)
    #expect(response["Transfer-Encoding"] == nil)
    client.get("/next")
    #expect(client.readResponse()?.text == "next")
  }

  @Test("sends no body with 204 and 304, even if the handler returns a body", arguments: [204, 304])
  func forbiddenBody(status: Int) throws {
    let server = try LoopbackServer { request in
      request.path == "/" ? .text("body", status: status) : .text("next")
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    #expect(client.readResponse()?.status == status)
    client.get("/next")
    #expect(client.readResponse()?.text == "next")
  }

  @Test("sends a streamed body in chunks, or with its declared length")
  func streams() throws {
    let server = try LoopbackServer { request in
      let write: @Sendable (inout BodyWriter) throws -> Void = { writer in
        try writer.write("hello")
        try writer.write(Data(" ".utf8))
        try writer.write([UInt8]())
        try writer.write(Array("world".utf8))
      }
      return request.path == "/known" ? .stream(length: 11, write) : .stream(write)
    }
    defer { server.stop() }
    let client = try server.client()
    // When: the length of the body is unknown
    client.get("/")
    let chunked = try #require(client.readResponse())
    // Then: every write is sent as a chunk
    #expect(chunked.text == "hello world")
    #expect(chunked.chunks == [5, 1, 5, 0])
    // When: the length of the body is known
    client.get("/known")
    let known = try #require(client.readResponse())
    // Then: the body isn't chunked
    #expect(known.text == "hello world")
    #expect(known["Content-Length"] == "11")
    // And: an HTTP/1.0 client receives the body until the connection closes
    client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    let old = try #require(client.readResponse())
    #expect(old["Transfer-Encoding"] == nil)
    #expect(old["Connection"] == "close")
    #expect(old.text == "hello world")
  }

  @Test("sends a large body completely, with and without chunked coding", arguments: [true, false])
  func largeBodies(chunked: Bool) throws {
    let block = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let server = try LoopbackServer { _ in
      chunked
        ? .stream { writer in for _ in 0..<30 { try writer.write(block) } }
        : ServerResponse(body: .bytes(Data((0..<30).flatMap { _ in block })))
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    let response = try #require(client.readResponse())
    #expect(response.body.count == 3_000_000)
    #expect(response.body.suffix(100_000).elementsEqual(block))
  }

  @Test("cuts off a streamed body whose writer throws or writes fewer bytes than declared")
  func brokenStreams() throws {
    struct Failure: Error {}
    let server = try LoopbackServer(configuration: .exact) { request in
      request.path == "/throws"
        ? .stream { writer in
          try writer.write("ab")
          throw Failure()
        }
        : .stream(length: 5) { try $0.write("ab") }
    }
    defer { server.stop() }
    let first = try server.client()
    first.get("/throws")
    let thrown = first.textToEnd()
    #expect(thrown.text.hasSuffix("\r\n\r\n2\r\nab\r\n"))
    #expect(thrown.ending == .closed)
    let second = try server.client()
    second.get("/short")
    let short = second.textToEnd()
    #expect(short.text.hasSuffix("Content-Length: 5\r\n\r\nab"))
    #expect(short.ending == .closed)
  }

  @Test("never sends more bytes of a streamed body than declared")
  func streamTooLong() throws {
    let told = Collector<BodyWriterError>()
    let server = try LoopbackServer { _ in
      .stream(length: 3) { writer in
        try writer.write("abc")
        do throws(BodyWriterError) { try writer.write("d") } catch { told.add(error) }
      }
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    #expect(client.readResponse()?.text == "abc")
    #expect(told.wait(for: 1) == [.lengthExceeded(promised: 3)])
    #expect(told.all.first?.description.contains("3 bytes") == true)
  }

  @Test(
    "responds with 500 and the reason if the handler's response can't be sent",
    arguments: [
      (ServerResponse(status: 99), "status 99"), (ServerResponse(status: 1_000), "status 1000"),
      (ServerResponse(status: 101), "status 101"), (ServerResponse(headers: ["Bad Name": "v"]), "BadName"),
      (ServerResponse(headers: ["A": "b\r\nInjected: c"]), "'A'"), (ServerResponse(headers: ["": "v"]), "''"),
    ]
  )
  func unsendable(response: ServerResponse, part: String) throws {
    let server = try LoopbackServer { _ in response }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    let answer = try #require(client.readResponse())
    #expect(answer.status == 500)
    #expect(answer.text.contains(part))
    #expect(answer["Injected"] == nil)
  }

  @Test("replaces the handler's framing fields with correct fields")
  func ownFraming() throws {
    let server = try LoopbackServer { _ in
      .text("hello").header("content-length", "99").header("Transfer-Encoding", "gzip")
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    let response = try #require(client.readResponse())
    #expect(response.text == "hello")
    #expect(response["Transfer-Encoding"] == nil)
  }

  @Test("sends the handler's reason phrase, even an empty phrase, or else the standard phrase")
  func reasons() throws {
    let script = ScriptedResponses([
      .status(404), ServerResponse(status: 299), ServerResponse(status: 200, reason: "Fine"),
      ServerResponse(status: 200, reason: "a\r\nb"),
    ])
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    let client = try server.client()
    let lines = (0..<4).map { _ -> String? in
      client.get("/")
      return client.readResponse()?.statusLine
    }
    #expect(lines == ["HTTP/1.1 404 Not Found", "HTTP/1.1 299 ", "HTTP/1.1 200 Fine", "HTTP/1.1 200 ab"])
  }

  @Test("sends the current date in the Date field, unless the handler sets the field")
  func date() throws {
    let script = ScriptedResponses([.status(200), .status(200).header("date", "yesterday")])
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    let text = try #require(client.readResponse()?["Date"])
    let format = Date.VerbatimFormatStyle(
      format:
        "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
      locale: Locale(identifier: "en_US_POSIX"),
      timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian)
    )
    let now = Date()
    #expect([0, -1, -2, -3].map { format.format(now.addingTimeInterval($0)) }.contains(text))
    client.get("/")
    #expect(client.readResponse()?["Date"] == "yesterday")
  }
}
