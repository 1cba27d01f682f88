import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Request logger")
struct RequestLoggerTests {
  private let clock = TestClock.running()

  private func log(
    _ request: HTTPRequest,
    phases: Set<RequestLogger.Phase> = [.finished],
    redactor: SecretRedactor = SecretRedactor(),
    _ result: Result<HTTPResponse, NetworkError> = .success(.status(200))
  ) async -> [RequestLogger.Event] {
    let events = Shared<[RequestLogger.Event]>([])
    let logger = RequestLogger(
      phases: phases,
      redactor: redactor,
      clock: clock,
      makeID: { RequestID(rawValue: "7f") },
      report: { event in events.update { $0.append(event) } }
    )
    let transport = StubTransport { [clock] _ throws(NetworkError) in
      clock.advance(by: .milliseconds(3))
      return try result.get()
    }
    _ = try? await logger.send(request, to: transport)
    return events.value
  }

  @Test("describes each request on one line")
  func writesLines() async throws {
    let answered = await log(.get("http://host/path?x=1"))
    #expect(answered.map(\.description) == ["GET http://host/path?x=1 → 200 in 3 ms"])
    #expect(answered.first?.debugDescription == "[7f] GET http://host/path?x=1 → 200 in 3 ms")
    let failed = await log(.get("http://host/"), .failure(.cancelled))
    #expect(failed.map(\.description) == ["GET http://host/ → failed in 3 ms: The request was cancelled."])
    let both = await log(.get("http://host/"), phases: [.started, .finished])
    #expect(both.map(\.description) == ["GET http://host/ → …", "GET http://host/ → 200 in 3 ms"])
    #expect(both.map(\.phase) == [.started, .finished])
  }

  @Test("reports the number of attempts, even for a failed request")
  func tellsAttempts() async {
    let lines = Shared<[String]>([])
    let chain = scripted([.failure(.connectionLost(.inHead, origin: "http://host"))]).wrapped(in: [
      RequestLogger(clock: clock) { event in lines.update { $0.append("\(event)") } },
      RequestRetrier(clock: clock, random: { 0 }),
    ])
    _ = try? await chain.send(.get("http://host/"))
    #expect(lines.value.first?.hasPrefix("GET http://host/ → failed in 0 ms with 3 attempts: ") == true)
  }

  @Test("gives each request a stable ID, and sends the ID if configured")
  func identifies() async throws {
    let transport = StubTransport { .status(200, url: $0.url) }
    let logger = RequestLogger(idField: "X-Request-ID") { _ in }
    let response = try await logger.send(.get("http://host/"), to: transport)
    let id = try #require(transport.requests[0].context[RequestID.self])
    #expect(response.context[RequestID.self] == id)
    #expect(id.rawValue.utf8.count == 8)
    #expect(transport.requests[0].headers["X-Request-ID"] == id.rawValue)
    var own = HTTPRequest.get("http://host/")
    own.context[RequestID.self] = RequestID(rawValue: "mine")
    #expect(try await logger.send(own, to: transport).context[RequestID.self]?.rawValue == "mine")
  }

  @Test("shows no secrets in any representation of an event")
  func redacts() async throws {
    var request = HTTPRequest.get(
      "http://me:secret@host/secret-path?token=secret&x-api-key=1&API%5Fkey=secret&plain=Bearer%20secretsecret#secret",
      headers: [
        .authorization: "Bearer secret", "X-Api-Key": "secret", "Cookie": "a=secret", "X-Note": "Bearer secretsecret",
        "X-Marked": "secret", "Referer": "http://host/?page=1&token=secret#x",
      ]
    )
    request.method = .post
    request.body = RequestBody(bytes: Data("secret".utf8), contentType: nil)
    request.context[AdditionalSecretFields.self] = ["X-Marked"]
    let answer = HTTPResponse.status(
      200,
      [
        "Set-Cookie": "a=secret", "X-Token": "secret", "Location": "/back?state=1&code=secret",
        "Link": "<http://host/?accessToken=secret>; rel=next, <http://host/?page=3>; rel=last",
        "Refresh": "0; url='?key=secret'",
      ]
    )
    let event = try #require(
      await log(request, redactor: SecretRedactor(values: ["secret-path"]), .success(answer)).first
    )
    var dumped = ""
    dump(event, to: &dumped)
    let texts = [
      event.description, event.debugDescription, event.curlCommand, dumped, event.url, "\(event.requestHeaders)",
      "\(event.responseHeaders)",
    ]
    for text in texts { #expect(!text.contains("secret"), "\(text)") }
    #expect(event.requestHeaders[.authorization] == "Bearer ***")
    #expect(event.requestHeaders["X-Api-Key"] == "***")
    #expect(event.responseHeaders[.link] == "<http://host/?accessToken=***>; rel=next, <http://host/?page=3>; rel=last")
    #expect(event.url == "http://***@host/***?token=***&x-api-key=***&API%5Fkey=***&plain=Bearer%20***")
  }

  @Test("returns events as a sequence that ends when the logger is released")
  func streams() async throws {
    var pair: (logger: RequestLogger, events: AsyncStream<RequestLogger.Event>)? = RequestLogger.streaming()
    let events = try #require(pair?.events)
    let transport = StubTransport { .status(200, url: $0.url) }
    for index in 0..<3 { _ = try await pair?.logger.send(.get("http://host/\(index)"), to: transport) }
    pair = nil
    var urls: [String] = []
    for await event in events { urls.append(event.url) }
    #expect(urls == ["http://host/0", "http://host/1", "http://host/2"])
  }

  @Test("logs requests without reading response bodies")
  func leavesBodiesAlone() async throws {
    let source = ChunkSource("a", "b")
    let transport = StubTransport { HTTPResponse(status: .ok, url: $0.url, body: ResponseBody(source: source)) }
    let response = try await RequestLogger { _ in }.send(.get("http://host/"), to: transport)
    #expect(try await response.body.collect(upTo: 10) == Data("ab".utf8))
  }
}
