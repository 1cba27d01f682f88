import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Request coalescer")
struct RequestCoalescerTests {
  private let transport = HeldTransport()
  private let executor = TestExecutor()
  private let coalescer = RequestCoalescer(bodyLimit: 10, ignoredFields: ["X-Request-ID"])

  private func start(_ request: HTTPRequest) -> Task<HTTPResponse, any Error> {
    executor.start { [coalescer, transport] in try await coalescer.send(request, to: transport) }
  }

  /// Starts requests; the followers start after the leader has sent its request.
  private func startTogether(_ count: Int, _ request: HTTPRequest) async -> [Task<HTTPResponse, any Error>] {
    let first = start(request)
    await transport.waitForRequests(1)
    let others = (1..<count).map { _ in start(request) }
    await expectCallers(count)
    return [first] + others
  }

  private func expectCallers(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    await executor.waitUntilIdle()
    #expect(coalescer.statistics.callers == count, sourceLocation: sourceLocation)
  }

  private func response(_ body: ResponseBody, _ headers: HTTPFields = [:]) -> HTTPResponse {
    HTTPResponse(status: .ok, headers: headers, url: .test("http://host/"), body: body)
  }

  @Test("sends one request for several equal requests and returns its response to all callers")
  func shares() async throws {
    let tasks = await startTogether(20, .get("http://host/a"))
    transport.answer(0, response(ResponseBody(bytes: Data("hello".utf8))))
    var shared = 0
    for task in tasks {
      let answer = try await task.value
      #expect(try await answer.body.collect(upTo: 100) == Data("hello".utf8))
      shared += answer.context[IsCoalesced.self] ? 1 : 0
    }
    #expect(shared == 19)
    #expect(transport.requests.count == 1)
    // A later request is sent separately.
    let later = start(.get("http://host/a"))
    await transport.waitForRequests(2)
    transport.succeed(1)
    #expect(try await later.value.context[IsCoalesced.self] == false)
  }

  @Test("returns a shared request's failure to all callers")
  func sharesFailures() async {
    let tasks = await startTogether(3, .get("http://host/a"))
    transport.fail(0, .connectionLost(.inHead, origin: "http://host"))
    for task in tasks {
      await #expect(throws: NetworkError.connectionLost(.inHead, origin: "http://host")) { try await task.value }
    }
  }

  @Test("doesn't coalesce different requests")
  func keepsApart() async throws {
    var limited = HTTPRequest.get("http://host/a")
    limited.timeouts = .total(.seconds(1))
    var alone = HTTPRequest.get("http://host/a")
    alone.context[CoalescingMode.self] = .separate
    let different: [HTTPRequest] = [
      .get("http://host/a"), .get("http://host/a?x"), .get("http://host/a", headers: [.accept: "text/html"]),
      .get("http://host/a", headers: [.authorization: "Bearer x"]),
      HTTPRequest(method: .head, url: .test("http://host/a")), HTTPRequest(method: .post, url: .test("http://host/a")),
      HTTPRequest(method: .post, url: .test("http://host/a")), limited, alone, alone,
    ]
    let tasks = different.map(start)
    await transport.waitForRequests(different.count)
    for index in different.indices { transport.succeed(index) }
    for task in tasks { #expect(try await task.value.status == .ok) }
  }

  @Test("ignores differences in the configured header fields")
  func ignoresFields() async throws {
    let first = start(.get("http://host/a", headers: ["X-Request-ID": "1"]))
    await transport.waitForRequests(1)
    let second = start(.get("http://host/a", headers: ["X-Request-ID": "2"]))
    await expectCallers(2)
    transport.succeed(0)
    _ = try await (first.value, second.value)
    #expect(transport.requests.count == 1)
  }

  @Test("releases a cancelled caller immediately and serves the other callers")
  func survivesCancellation() async throws {
    let tasks = await startTogether(3, .get("http://host/a"))
    tasks[2].cancel()
    await #expect(throws: NetworkError.cancelled) { try await tasks[2].value }
    #expect(transport.open == [0])
    transport.succeed(0)
    #expect(try await tasks[0].value.status == .ok)
    #expect(try await tasks[1].value.status == .ok)
    #expect(transport.requests.count == 1)
  }

  @Test("lets a follower take over when the leader is cancelled")
  func handsOver() async throws {
    // Given: three callers; the first two are cancelled one after the other
    let tasks = await startTogether(3, .get("http://host/a"))
    tasks[0].cancel()
    await #expect(throws: NetworkError.cancelled) { try await tasks[0].value }
    await transport.waitForRequests(2)
    #expect(transport.open == [1])
    // When: another caller joins late, it waits for the second request like the other callers
    let late = start(.get("http://host/a"))
    await expectCallers(3)
    transport.succeed(1)
    // Then: all remaining callers get the same response
    for task in [tasks[1], tasks[2], late] { #expect(try await task.value.status == .ok) }
    #expect(transport.requests.count == 2)
    #expect(coalescer.statistics.requests == 0)
  }

  @Test("lets another follower take over when the new leader is also cancelled")
  func handsOverTwice() async throws {
    var request = HTTPRequest.get("http://host/a")
    let names = ["first", "second", "third"]
    var tasks: [Task<HTTPResponse, any Error>] = []
    for (index, name) in names.enumerated() {
      request.headers["X-Request-ID"] = name
      tasks.append(start(request))
      await expectCallers(index + 1)
      await transport.waitForRequests(1)
    }
    for count in 2...3 {
      // The caller that sent the in-flight request.
      let sender = try #require(transport.requests.last?.headers["X-Request-ID"].flatMap(names.firstIndex))
      tasks[sender].cancel()
      await #expect(throws: NetworkError.cancelled) { try await tasks[sender].value }
      await transport.waitForRequests(count)
    }
    transport.succeed(2)
    let last = try #require(transport.requests.last?.headers["X-Request-ID"].flatMap(names.firstIndex))
    #expect(try await tasks[last].value.status == .ok)
    #expect(transport.open.isEmpty)
    #expect(coalescer.statistics.requests == 0)
  }

  @Test("cancels the request when all callers are cancelled, and sends a new request for the next caller")
  func cancelsAbandonedRequests() async throws {
    let tasks = await startTogether(3, .get("http://host/a"))
    // The leader is cancelled last, so that no follower can take over.
    for task in tasks.reversed() { task.cancel() }
    await transport.waitForEnds(1)
    #expect(transport.open.isEmpty)
    for task in tasks { await #expect(throws: NetworkError.cancelled) { try await task.value } }
    #expect(coalescer.statistics.requests == 0)
    let next = start(.get("http://host/a"))
    await transport.waitForRequests(2)
    transport.succeed(1)
    #expect(try await next.value.status == .ok)
  }

  @Test("shares a body of known small size with callers that join while it is read")
  func sharesStreamedBodies() async throws {
    let tasks = await startTogether(2, .get("http://host/a"))
    transport.answer(0, response(ResponseBody(source: ChunkSource("hel", "lo")), [.contentLength: "5"]))
    for task in tasks { #expect(try await task.value.body.collect(upTo: 100) == Data("hello".utf8)) }
  }

  @Test(
    "returns an unshareable body only to the leader, and lets followers send their own requests",
    arguments: [
      ([.contentLength: "11"], ["0123456", "789A"]), ([:], ["0123456", "789A"]),
      ([.contentLength: "5"], ["0123456", "789A"]),
      ([.contentType: "text/event-stream"], ["data: 1\n\n"]),
    ] as [(HTTPFields, [String])]
  )
  func doesNotShareLargeBodies(headers: HTTPFields, chunks: [String]) async throws {
    let tasks = await startTogether(2, .get("http://host/a"))
    let source = ChunkSource(chunks.map { .success(Data($0.utf8)) })
    transport.answer(0, response(ResponseBody(source: source), headers))
    let first = try await tasks[0].value
    #expect(try await first.body.collect(upTo: 100) == Data(chunks.joined().utf8))
    await transport.waitForRequests(2)
    transport.succeed(1)
    #expect(try await tasks[1].value.context[IsCoalesced.self] == false)
  }

  @Test("streams a body of unknown size to a single caller as it arrives")
  func streamsToOne() async throws {
    let task = start(.get("http://host/a"))
    await transport.waitForRequests(1)
    let source = ChunkSource([.success(Data("a".utf8)), .failure(.connectionLost(.inBody, origin: "http://host"))])
    transport.answer(0, response(ResponseBody(source: source)))
    var chunks = try await task.value.body.makeAsyncIterator()
    #expect(try await chunks.next() == Data("a".utf8))
    await #expect(throws: NetworkError.connectionLost(.inBody, origin: "http://host")) { try await chunks.next() }
  }

  @Test("fails all callers if a shared body is cut off")
  func sharesBrokenBodies() async {
    let tasks = await startTogether(2, .get("http://host/a"))
    let source = ChunkSource([.success(Data("a".utf8)), .failure(.connectionLost(.inBody, origin: "http://host"))])
    transport.answer(0, response(ResponseBody(source: source), [.contentLength: "5"]))
    for task in tasks {
      await #expect(throws: NetworkError.connectionLost(.inBody, origin: "http://host")) { try await task.value }
    }
  }

  @Test("gives a shared request the priority of its most urgent caller")
  func raisesPriority() async throws {
    var background = HTTPRequest.get("http://host/a")
    background.context[RequestPriority.self] = .background
    let first = start(background)
    await transport.waitForRequests(1)
    let shared = try #require(transport.requests[0].context[PriorityHandle.self])
    #expect(shared.priority == .background)
    var interactive = background
    interactive.context[RequestPriority.self] = .prefetch
    let handle = PriorityHandle()
    interactive.context[PriorityHandle.self] = handle
    let second = start(interactive)
    await executor.waitUntilIdle()
    #expect(shared.priority == .prefetch)
    handle.raise(to: .interactive)
    #expect(shared.priority == .interactive)
    transport.succeed(0)
    _ = try await (first.value, second.value)
  }

  @Test("fails only cancelled callers when callers join and cancel requests at random")
  func survivesDisorder() async {
    let service = StubTransport { request throws(NetworkError) in
      await Task.yield()
      guard !Task.isCancelled else { throw .cancelled }
      return HTTPResponse(status: .ok, url: request.url, body: ResponseBody(source: ChunkSource("body")))
    }
    var random = SeededGenerator(seed: 6)
    for _ in 0..<200 {
      let tasks = (0..<20).map { index in
        Task { try await coalescer.send(.get("http://host/\(index % 3)"), to: service).body.collect(upTo: 100) }
      }
      let cancelled = Set((0..<10).map { _ in Int.random(in: 0..<20, using: &random) })
      for index in cancelled { tasks[index].cancel() }
      for (index, task) in tasks.enumerated() {
        switch await task.result {
        case .success(let body): #expect(body == Data("body".utf8))
        case .failure(let error):
          #expect(cancelled.contains(index))
          #expect(error as? NetworkError == .cancelled)
        }
      }
      #expect(coalescer.statistics.requests == 0)
    }
  }
}
