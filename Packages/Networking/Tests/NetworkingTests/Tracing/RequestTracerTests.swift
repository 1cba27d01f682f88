import Foundation
import LoopbackServer
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Request tracer")
struct RequestTracerTests {
  private final class Recorder: SpanRecorder {
    let spans = Shared<[RequestSpan]>([])
    let current: TraceContext?

    init(current: TraceContext? = nil) { self.current = current }

    func currentSpan() -> TraceContext? { current }

    func record(_ span: RequestSpan) { spans.update { $0.append(span) } }
  }

  private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  @Test("parses a traceparent field and writes it unchanged")
  func readsContexts() throws {
    let context = try #require(TraceContext(traceparent: Self.parent, tracestate: "vendor=1,other=2"))
    #expect(context.traceID == "0af7651916cd43dd8448eb211c80319c")
    #expect(context.spanID == "b7ad6b7169203331")
    #expect(context.isSampled)
    #expect(context.state == "vendor=1,other=2")
    #expect(context.traceparent == Self.parent)
    let child = context.child()
    #expect(child.traceID == context.traceID && child.spanID != context.spanID && child.state == context.state)
    // Unknown flags aren't passed on, and later versions of the format may have additional parts.
    let later = try #require(TraceContext(traceparent: "cc" + Self.parent.dropFirst(2).dropLast(2) + "09-more"))
    #expect(later.traceparent == Self.parent)
  }

  @Test(
    "rejects a malformed traceparent",
    arguments: [
      "", "00", "00--", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
      "00-00000000000000000000000000000000-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
      "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333é-01",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g",
      " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    ]
  )
  func refusesMalformed(text: String) { #expect(TraceContext(traceparent: text) == nil) }

  @Test("drops an unusable tracestate", arguments: ["", "a=é", "a=1\r\nX: y", String(repeating: "a", count: 513)])
  func dropsStates(state: String) throws {
    #expect(try #require(TraceContext(traceparent: Self.parent, tracestate: state)).state == nil)
  }

  @Test("never crashes on a random traceparent, and accepts only values that it can also write")
  func survivesAnything() {
    var random = SeededGenerator(seed: 19)
    for _ in 0..<LongTests.inputs {
      var bytes = Array(Self.parent.utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
      }
      let text = String(decoding: bytes.prefix(Int.random(in: 0...80, using: &random)), as: UTF8.self)
      guard let context = TraceContext(traceparent: text) else { continue }
      #expect(TraceContext(traceparent: context.traceparent)?.spanID == context.spanID)
    }
  }

  @Test("sends and records a child of the request's span, over a real connection")
  func continuesTraces() async throws {
    let server = try LoopbackServer { request in
      .text("\(request.headers["traceparent"] ?? "") \(request.headers["tracestate"] ?? "")")
    }
    defer { server.stop() }
    let recorder = Recorder()
    let chain = try SystemTransport.make().wrapped(in: [RequestTracer(recorder: recorder)])
    let parent = try #require(TraceContext(traceparent: Self.parent, tracestate: "vendor=1"))
    let response = try await chain.send(
      HTTPRequest(
        url: server.url.appending(path: "a").appending(queryItems: [.init(name: "token", value: "secret")]),
        context: [parent]
      )
    )
    let span = try #require(recorder.spans.value.first)
    let sent = String(decoding: try await response.body.collect(upTo: 200), as: UTF8.self)
    #expect(sent == "\(span.context.traceparent) vendor=1")
    #expect(span.parent == parent)
    #expect(span.context.traceID == parent.traceID)
    #expect(span.attributes["http.response.status_code"] == "200")
    #expect(span.attributes["server.address"] == "127.0.0.1")
    #expect(span.attributes["server.port"] == "\(server.port)")
    #expect(span.attributes["url.full"]?.hasSuffix("/a?token=***") == true)
    #expect(span.attributes["error.type"] == nil)
  }

  @Test("starts a new trace, or continues the recorder's current span")
  func startsTraces() async throws {
    let transport = StubTransport { .status(204, url: $0.url) }
    let fresh = Recorder()
    _ = try await RequestTracer(recorder: fresh).send(.get("http://host/"), to: transport)
    #expect(fresh.spans.value.first?.parent == nil)
    let current = Recorder(current: TraceContext(traceparent: Self.parent))
    _ = try await RequestTracer(recorder: current).send(.get("http://host/"), to: transport)
    #expect(current.spans.value.first?.parent?.traceparent == Self.parent)
    #expect(transport.requests.last?.headers["traceparent"] == current.spans.value.first?.context.traceparent)
  }

  @Test("doesn't record spans from an unsampled trace, and keeps a field that the caller set")
  func respectsCallers() async throws {
    let transport = StubTransport { .status(204, url: $0.url) }
    let recorder = Recorder(current: TraceContext(traceparent: Self.parent.dropLast(2) + "00"))
    let tracer = RequestTracer(recorder: recorder)
    _ = try await tracer.send(.get("http://host/"), to: transport)
    #expect(recorder.spans.value.isEmpty)
    #expect(transport.requests.last?.headers["traceparent"]?.hasSuffix("-00") == true)
    _ = try await tracer.send(.get("http://host/", headers: ["traceparent": "own"]), to: transport)
    #expect(transport.requests.last?.headers[values: "traceparent"] == ["own"])
  }

  @Test("records one span for the call and one for each attempt, with the reasons for failures")
  func nestsSpans() async throws {
    let clock = TestClock.running()
    let (call, attempts) = (Recorder(), Recorder())
    let transport = scripted([
      .success(.status(503)), .failure(.connectionLost(.inHead, origin: "x")), .success(.status(200)),
    ])
    var stack = MiddlewareStack()
    stack.perCall = [RequestTracer(recorder: call)]
    stack.retrier = RequestRetrier(clock: clock, random: { 0 })
    stack.perAttempt = [RequestTracer(recorder: attempts)]
    _ = try await transport.wrapped(in: stack.middleware).send(.get("http://host/"))
    let outer = try #require(call.spans.value.first)
    #expect(outer.attempts == 3)
    #expect(outer.attributes["http.request.resend_count"] == "2")
    #expect(attempts.spans.value.map(\.parent) == [outer.context, outer.context, outer.context])
    #expect(attempts.spans.value.map { $0.attributes["error.type"] } == ["503", "connection_lost", nil])
    // Each attempt sends the identifier of its own span.
    #expect(transport.requests.map { $0.headers["traceparent"] } == attempts.spans.value.map(\.context.traceparent))
  }

  @Test("lets equal requests with different spans share a response")
  func staysCoalescable() async throws {
    let held = HeldTransport()
    let recorder = Recorder()
    var stack = MiddlewareStack()
    stack.perCall = [RequestTracer(recorder: recorder)]
    stack.coalescer = RequestCoalescer()
    let chain = held.wrapped(in: stack.middleware)
    let executor = TestExecutor()
    let first = executor.start { try await chain.send(.get("http://host/")) }
    await held.waitForRequests(1)
    let second = executor.start { try await chain.send(.get("http://host/")) }
    await executor.waitUntilIdle()
    held.succeed(0)
    _ = try await (first.value, second.value)
    #expect(held.requests.count == 1)
    #expect(recorder.spans.value.count == 2)
  }
}
