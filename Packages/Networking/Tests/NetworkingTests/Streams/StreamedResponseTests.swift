import Foundation
import LoopbackServer
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Streamed responses")
struct StreamedResponseTests {
  struct Price: Decodable, Hashable, Sendable { let value: Int }

  struct Prices: Endpoint {
    typealias API = CatalogAPI
    typealias Response = JSONLines<Price>
    var path: EndpointPath { "prices" }
    var responseSizeLimit: Int { 64 }
  }

  struct Events: Endpoint {
    typealias API = CatalogAPI
    typealias Response = EventStream
    var path: EndpointPath { "events" }
  }

  struct Lines: Endpoint {
    typealias API = CatalogAPI
    typealias Response = TextLines
    var path: EndpointPath { "lines" }
    var responseSizeLimit: Int { 64 }
  }

  private func client(
    _ answer: @escaping StubTransport.Handler
  ) -> APIClient<CatalogAPI> {
    APIClient(api: CatalogAPI(baseURL: .test("http://host")), transport: StubTransport(handler: answer))
  }

  private func client(text: String, contentType: String = "application/x-ndjson") -> APIClient<CatalogAPI> {
    client { request in
      var headers = HTTPFields()
      headers.append(.contentType, contentType)
      return HTTPResponse(status: .ok, headers: headers, url: request.url, body: ResponseBody(bytes: Data(text.utf8)))
    }
  }

  @Test(
    "splits streamed text into lines",
    arguments: [
      ("a\nb\r\nc", ["a", "b", "c"]), ("", []), ("\n", [""]), ("a\n\nb\n", ["a", "", "b"]), ("a\rb\n", ["a\rb"]),
      ("\u{FFFD}é", ["\u{FFFD}é"]),
    ] as [(String, [String])]
  )
  func readsLines(text: String, expected: [String]) async throws {
    var lines: [String] = []
    for try await line in try await client(text: text).send(Lines()) { lines.append(line) }
    #expect(lines == expected)
  }

  @Test("returns the lines before a line that is too long, then fails")
  func limitsLines() async throws {
    let lines = try await client(text: "short\n\(String(repeating: "x", count: 65))\nnever").send(Lines())
    var iterator = lines.makeAsyncIterator()
    #expect(try await iterator.next() == "short")
    await #expect(throws: NetworkError.bodyTooLarge(limit: 64)) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("decodes one JSON document per line and skips empty lines")
  func decodesLines() async throws {
    let prices = try await client(text: "{\"value\":1}\n\n  \r\n{\"value\":2}\r\n{\"value\":3}").send(Prices())
    var values: [Int] = []
    for try await price in prices { values.append(price.value) }
    #expect(values == [1, 2, 3])
  }

  @Test("reports the line number of an invalid JSON line")
  func namesBadLines() async throws {
    let prices = try await client(text: "{\"value\":1}\n{\"value\":\"x\"}\n").send(Prices())
    var iterator = prices.makeAsyncIterator()
    #expect(try await iterator.next() == Price(value: 1))
    let failure = DecodingFailure(
      url: RedactedURL(.test("http://host/prices")),
      codingPath: ["line 2", "value"],
      reason: "it isn't a whole number",
      excerpt: "{\"value\":\"x\"}"
    )
    await #expect(throws: NetworkError.decoding(failure)) { try await iterator.next() }
  }

  @Test("decodes or rejects any line without crashing")
  func survivesRandomLines() async throws {
    var generator = SeededGenerator(seed: 3)
    let words = ["{\"value\":1}", "\n", "\r\n", "{", "}", "[", "\"", "é", " ", "1", "\u{0}", "null"]
    var decoded = 0
    for _ in 0..<LongTests.inputs {
      let text = (0..<Int.random(in: 0...10, using: &generator))
        .map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }.joined()
      do {
        for try await price in try await client(text: text).send(Prices()) {
          decoded += 1
          #expect(price.value == 1)
        }
      } catch {
        let isExpected = if case .decoding = error { true } else { error == .bodyTooLarge(limit: 64) }
        #expect(isExpected, "\(error)")
      }
    }
    #expect(decoded > LongTests.inputs / 100)
  }

  @Test("rejects an event stream with another media type", arguments: ["text/html; charset=utf-8", ""])
  func checksMediaTypes(type: String) async throws {
    let error = await #expect(throws: NetworkError.self) {
      try await client(text: "data: x\n\n", contentType: type).send(Events())
    }
    guard case .decoding(let failure) = error else {
      Issue.record("expected a decoding failure, got \(String(describing: error))")
      return
    }
    #expect(failure.reason.hasPrefix("expected text/event-stream, found "))
  }

  @Test(
    "reconnects after the last event until the service ends the stream"
  )
  func reconnects() async throws {
    // Given: a service that ends each connection after two events, once in the middle of an event, and that has no
    // events after the fourth
    let seen = Recorder<String>()
    let server = try LoopbackServer { request in
      let last = request.headers["Last-Event-ID"] ?? ""
      seen.add(last)
      switch last {
      case "": return Self.events("retry: 1\nid: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: lost")
      case "2" where seen.values.count == 2: return .status(503)
      case "2": return Self.events("id: 3\ndata: c\n\nid: 4\ndata: d\n\n")
      default: return .status(204)
      }
    }
    defer { server.stop() }
    let client = APIClient(api: CatalogAPI(baseURL: server.url), transport: try SystemTransport.make())
    // When: the events are read
    var events: [String] = []
    for try await event in client.events(Events()) { events.append(event.data) }
    // Then: each event arrives once
    #expect(events == ["a", "b", "c", "d"])
    #expect(seen.values == ["", "2", "2", "4"])
  }

  @Test("pauses before reconnecting, even if the service requests no wait")
  func pauses() async throws {
    // Given: a service that requests no pause, ends two connections, fails the third request and then has no more
    // events
    let clock = TestClock.running()
    let transport = scripted([
      .success(Self.stream("retry: 0\n\n")), .success(Self.stream("data: a\n\n")),
      .failure(.connectionLost(.beforeResponse, origin: "http://host")), .success(.status(204)),
    ])
    let client = APIClient(api: CatalogAPI(baseURL: .test("http://host")), transport: transport)
    var reconnection = EventReconnection()
    reconnection.clock = clock
    let events = client.events(Events(), reconnecting: reconnection)
    let reading = Task { try await events.reduce(into: []) { $0.append($1.data) } }
    // Then: there is a wait before each new connection, and a longer wait after a failure
    for (wait, count) in [(100, 1), (100, 2), (200, 3)] {
      await clock.waitForSleepers()
      #expect(transport.requests.count == count)
      clock.advance(by: .milliseconds(wait - 1))
      #expect(transport.requests.count == count)
      clock.advance(by: .milliseconds(1))
    }
    #expect(try await reading.value == ["a"])
    #expect(transport.requests.count == 4)
  }

  @Test(
    "waits at most an hour before reconnecting, however long the service requests",
    arguments: [("1000000000000", 3600), ("3600001", 3600), ("60000", 60), ("300000", 300)]
  )
  func limitsServiceDelays(milliseconds: String, seconds: Int) async throws {
    var parser = EventStreamParser()
    try parser.consume(Data("retry: \(milliseconds)\n".utf8)) { _ in }
    let delay = try #require(parser.reconnectionTime)
    #expect(EventReconnection().wait(after: 1, serviceDelay: delay) == .seconds(seconds))
    #expect(EventReconnection().wait(after: 8, serviceDelay: delay) <= .seconds(max(60, seconds)))
  }

  private static func stream(_ text: String) -> HTTPResponse {
    HTTPResponse(
      status: .ok,
      headers: [.contentType: "text/event-stream"],
      url: .test("http://host"),
      body: ResponseBody(bytes: Data(text.utf8))
    )
  }

  @Test("stops reconnecting after an error that isn't retryable")
  func givesUp() async throws {
    let client = client { HTTPResponse(status: .notFound, url: $0.url) }
    var iterator = client.events(Events()).makeAsyncIterator()
    let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
    guard case .status = error else {
      Issue.record("expected a status, got \(String(describing: error))")
      return
    }
    #expect(try await iterator.next() == nil)
  }

  private static func events(_ text: String) -> ServerResponse {
    ServerResponse(headers: ["Content-Type": "text/event-stream"], body: .bytes(Data(text.utf8)))
  }
}

/// A recorder for several threads; `@unchecked Sendable`, because `lock` protects `stored`.
final class Recorder<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [Value] = []

  var values: [Value] { lock.withLock { stored } }

  func add(_ value: Value) { lock.withLock { stored.append(value) } }
}
