import Foundation
import LoopbackServer
import Networking
import NetworkingTesting
import Testing

@Suite("Middleware stack")
struct MiddlewareStackTests {
  private struct Marker: Middleware {
    let position: String

    func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
      var request = request
      request.headers.append("X-Passed", position)
      return try await next.send(request)
    }
  }

  private struct NoCache: Middleware {
    func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
      try await next.send(request)
    }
  }

  @Test("orders middleware as documented, regardless of the order of assignment")
  func isOrdered() {
    var stack = MiddlewareStack()
    stack.cookies = CookieJar()
    stack.redirects = RedirectFollower()
    stack.scheduler = RequestScheduler()
    stack.rateLimiter = RateLimiter(rate: 1, burst: 1)
    stack.circuitBreaker = CircuitBreaker()
    stack.retrier = RequestRetrier()
    stack.authenticator = Authenticator(for: .test("http://host"), credential: nil)
    stack.coalescer = RequestCoalescer()
    stack.cache = NoCache()
    stack.metrics = MetricsCollector()
    stack.logger = RequestLogger { _ in }
    #expect(
      stack.middleware.map { "\(type(of: $0))" } == [
        "RequestLogger", "MetricsCollector", "NoCache", "RequestCoalescer", "Authenticator", "RequestRetrier",
        "CircuitBreaker", "RateLimiter", "RequestScheduler", "RedirectFollower", "CookieJar",
      ]
    )
  }

  @Test("includes the usual middleware in the standard stack, but no cookie jar")
  func hasAStandard() {
    #expect(
      MiddlewareStack.standard.middleware.map { "\(type(of: $0))" } == [
        "MetricsCollector", "RequestCoalescer", "RequestRetrier", "RequestScheduler", "RedirectFollower",
      ]
    )
    #expect(MiddlewareStack().middleware.isEmpty)
  }

  @Test("passes each call, attempt and hop through the matching custom middleware")
  func hasPlaces() async throws {
    let script = ScriptedResponses([.status(503).header("Retry-After", "0"), .redirect(to: "/there"), .text("x")])
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    var stack = MiddlewareStack.standard
    stack.retrier = RequestRetrier(random: { 0 })
    stack.perCall = [Marker(position: "call")]
    stack.perAttempt = [Marker(position: "attempt"), Marker(position: "second")]
    stack.perHop = [Marker(position: "hop")]
    stack.cookies = CookieJar()
    #expect("\(stack.middleware.last.map { type(of: $0) } ?? Marker.self)" == "Marker")
    _ = try await SystemTransport.make().wrapped(in: stack.middleware).send(HTTPRequest(url: server.url))
    // A redirected request repeats the fields from its attempt.
    let attempt = ["call", "attempt", "second"]
    #expect(
      script.requests.map { $0.headers.values(of: "X-Passed") } == [
        attempt + ["hop"], attempt + ["hop"], attempt + ["hop"],
      ]
    )
  }

  @Test("handles a rejected credential, an overloaded service and a redirect in one request")
  func worksTogether() async throws {
    let clock = TestClock.running()
    let transport = StubTransport { request in
      guard request.headers[.authorization] == "Bearer fresh" else { return .status(401, url: request.url) }
      switch (request.url.path(), request.context[AttemptCount.self]) {
      case ("/articles/7", 1): return .status(503, [.retryAfter: "0"], url: request.url)
      case ("/articles/7", _): return .status(307, ["Location": "/moved"], url: request.url)
      default: return .json(#"{"title": "Swift", "pages": 1}"#, url: request.url)
      }
    }
    let metrics = Shared<[RequestMetrics]>([])
    var stack = MiddlewareStack.standard
    stack.metrics = MetricsCollector { one in metrics.update { $0.append(one) } }
    stack.retrier = RequestRetrier(clock: clock, random: { 0 })
    stack.authenticator = Authenticator(for: .test("http://host"), credential: .bearer("old")) {
      _ throws(NetworkError) in
      guard let credential = Credential.bearer("fresh") else { throw .authenticationFailed(reason: "no token") }
      return credential
    }
    let client = APIClient(api: CatalogAPI(baseURL: .test("http://host")), transport: transport, stack: stack)
    #expect(try await client.send(ArticleEndpoint()) == Article(title: "Swift", pages: 1))
    #expect(metrics.value.first?.attempts == 2)
    #expect(metrics.value.first?.redirects == 1)
    #expect(transport.requests.count == 4)
  }

  @Test("retries, follows redirects and releases slots over real connections")
  func worksOverSockets() async throws {
    let script = ScriptedResponses([
      .text("lost").failing(with: .reset(at: .insideHead(afterBytes: 20))),
      .status(503).header("Retry-After", "0"),
      .status(302).header("Location", "/there?x=1"),
      .json(["title": "Swift"]),
    ])
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    var policy = RetryPolicy()
    policy.baseDelay = .milliseconds(1)
    var stack = MiddlewareStack.standard
    stack.retrier = RequestRetrier(policy: policy)
    let chain = try SystemTransport.make().wrapped(in: stack.middleware)
    let response = try await chain.send(HTTPRequest(url: server.url.appending(path: "start")))
    #expect(response.url.query() == "x=1")
    #expect(response.context[AttemptCount.self] == 3)
    #expect(try await response.body.collect(upTo: 100) == Data(#"{"title":"Swift"}"#.utf8))
    #expect(script.requests.map { $0.target } == ["/start", "/start", "/start", "/there?x=1"])
    #expect(stack.scheduler?.statistics.active == 0)
    #expect(stack.metrics?.snapshot.retries == 2)
  }

  @Test("avoids a deadlock when unread bodies occupy all of a host's slots")
  func doesNotFreeze() async throws {
    let server = try LoopbackServer { request in
      request.path == "/small"
        ? .text("x")
        : .stream(contentType: "text/plain") { writer in
          for _ in 0..<1000 { try writer.write(String(repeating: "x", count: 1 << 16)) }
        }
    }
    defer { server.stop() }
    var stack = MiddlewareStack.standard
    stack.scheduler = RequestScheduler(limits: .init(perHost: 6, total: 6))
    let chain = try SystemTransport.make().wrapped(in: stack.middleware)
    var unread: [HTTPResponse] = []
    for index in 0..<6 {
      var request = HTTPRequest(url: server.url.appending(path: "large\(index)"))
      // Coalescing would read the body.
      request.context[CoalescingMode.self] = .separate
      unread.append(try await chain.send(request))
    }
    let limit = Duration.milliseconds(50)
    let small = HTTPRequest(url: server.url.appending(path: "small"), timeouts: Timeouts(queue: limit))
    let error = await #expect(throws: NetworkError.self) { try await chain.send(small) }
    #expect(error == .timedOut(.queue, limit: limit, origin: try #require(Origin(server.url)).description))
    // Releasing the responses frees their slots.
    unread = []
    let patient = HTTPRequest(url: small.url)
    #expect(try await chain.send(patient).body.collect(upTo: 10) == Data("x".utf8))
  }

  @Test("sends requests even if there are more open event streams than slots for the host")
  func passesEventStreams() async throws {
    let server = try LoopbackServer { request in
      request.path == "/small"
        ? .text("x")
        : .stream(contentType: "text/event-stream") { writer in
          try writer.write("data: 1\n\n")
          try writer.wait(for: .seconds(60))
        }
    }
    defer { server.stop() }
    var stack = MiddlewareStack.standard
    stack.scheduler = RequestScheduler(limits: .init(perHost: 2, total: 2))
    let chain = try SystemTransport.make().wrapped(in: stack.middleware)
    var streams: [EventStream] = []
    for index in 0..<6 {
      var request = HTTPRequest(url: server.url.appending(path: "events\(index)"))
      request.context[CoalescingMode.self] = .separate
      streams.append(try EventStream(try await chain.send(request)))
    }
    let small = HTTPRequest(url: server.url.appending(path: "small"))
    let patient = HTTPRequest(url: small.url)
    #expect(try await chain.send(patient).body.collect(upTo: 10) == Data("x".utf8))
    #expect(streams.count == 6)
  }
}
