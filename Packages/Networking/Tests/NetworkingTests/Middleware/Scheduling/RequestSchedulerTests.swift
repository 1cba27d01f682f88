import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Request scheduler")
struct RequestSchedulerTests {
  private let clock = TestClock.running()
  private let transport = HeldTransport()
  private let executor = TestExecutor()

  private func start(
    _ scheduler: RequestScheduler,
    _ url: String,
    _ priority: RequestPriority = .normal,
    handle: PriorityHandle? = nil,
    total: Duration? = nil
  ) -> Task<HTTPResponse, any Error> {
    var request = HTTPRequest.get(url)
    request.context[RequestPriority.self] = priority
    request.context[PriorityHandle.self] = handle
    request.timeouts.total = total
    return executor.start { [transport, request] in try await scheduler.send(request, to: transport) }
  }

  private func expectQueue(
    _ scheduler: RequestScheduler,
    _ count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await executor.waitUntilIdle()
    #expect(scheduler.statistics.queued == count, sourceLocation: sourceLocation)
  }

  @Test("limits concurrent requests per host and in total")
  func limits() async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 2, total: 3), clock: clock)
    let tasks = (0..<4).map { start(scheduler, "http://one/\($0)") }
    await expectQueue(scheduler, 2)
    let more = (0..<2).map { start(scheduler, "http://two/\($0)") }
    await expectQueue(scheduler, 3)
    await transport.waitForRequests(3)
    #expect(scheduler.statistics.active == 3)
    #expect(transport.requests.filter { $0.url.host() == "one" }.count == 2)
    for index in 0..<6 {
      await transport.waitForRequests(index + 1)
      transport.succeed(index)
    }
    for task in tasks + more { #expect(try await task.value.status == .ok) }
    #expect(scheduler.statistics == RequestScheduler.Statistics(active: 0, queued: 0))
  }

  @Test("sends urgent requests first, including requests whose priority is raised while they wait")
  func ordersByPriority() async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
    let handle = PriorityHandle()
    var tasks = [start(scheduler, "http://host/first")]
    await transport.waitForRequests(1)
    let queued: [(String, RequestPriority, PriorityHandle?)] = [
      ("normal", .normal, nil), ("background", .background, nil), ("raised", .background, handle),
      ("interactive", .interactive, nil), ("prefetch", .prefetch, nil),
    ]
    for (index, (name, priority, handle)) in queued.enumerated() {
      tasks.append(start(scheduler, "http://host/\(name)", priority, handle: handle))
      await expectQueue(scheduler, index + 1)
    }
    clock.advance(by: .seconds(1))
    handle.raise(to: .interactive)
    for index in 0..<tasks.count {
      await transport.waitForRequests(index + 1)
      transport.succeed(index)
    }
    for task in tasks { _ = try await task.value }
    let order = transport.requests.map { $0.url.lastPathComponent }
    #expect(order == ["first", "raised", "interactive", "normal", "prefetch", "background"])
    #expect(try await tasks[1].value.context[QueueTime.self] == .seconds(1))
  }

  @Test("removes a cancelled request from the queue immediately")
  func cancels() async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
    let first = start(scheduler, "http://host/1")
    await transport.waitForRequests(1)
    let second = start(scheduler, "http://host/2")
    await expectQueue(scheduler, 1)
    second.cancel()
    await #expect(throws: NetworkError.cancelled) { try await second.value }
    #expect(scheduler.statistics == RequestScheduler.Statistics(active: 1, queued: 0))
    transport.succeed(0)
    _ = try await first.value
    #expect(transport.requests.count == 1)
    #expect(scheduler.statistics.active == 0)
  }

  @Test("counts the wait in the queue toward the total time limit")
  func spansTheDeadline() async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
    let first = start(scheduler, "http://host/1")
    await transport.waitForRequests(1)
    let late = start(scheduler, "http://host/2", total: .seconds(2))
    let patient = start(scheduler, "http://host/3", total: .seconds(10))
    await expectQueue(scheduler, 2)
    // All waiters share one timer, because a cancelled timer stays in memory until it would have fired.
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3))
    await #expect(throws: NetworkError.timedOut(.total, limit: .seconds(2), origin: "http://host")) {
      try await late.value
    }
    transport.succeed(0)
    await transport.waitForRequests(2)
    #expect(transport.requests[1].timeouts.total == .seconds(7))
    transport.fail(1, .timedOut(.total, limit: .seconds(7), origin: "http://host"))
    await #expect(throws: NetworkError.timedOut(.total, limit: .seconds(10), origin: "http://host")) {
      try await patient.value
    }
    _ = try await first.value
    #expect(scheduler.statistics.active == 0)
  }

  @Test("fails waiting requests in order of deadline rather than arrival")
  func endsEachInTime() async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
    let first = start(scheduler, "http://host/1")
    await transport.waitForRequests(1)
    var waiting: [Int: Task<HTTPResponse, any Error>] = [:]
    for seconds in [5, 3, 9, 1, 7] {
      waiting[seconds] = start(scheduler, "http://host/\(seconds)", total: .seconds(seconds))
      await expectQueue(scheduler, waiting.count)
    }
    for (index, seconds) in [1, 3, 5, 7, 9].enumerated() {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(index == 0 ? 1 : 2))
      let late = waiting[seconds]
      await #expect(throws: NetworkError.timedOut(.total, limit: .seconds(seconds), origin: "http://host")) {
        try await late?.value
      }
      #expect(scheduler.statistics.queued == 4 - index)
    }
    transport.succeed(0)
    _ = try await first.value
  }

  @Test("holds a slot until the body is read to the end, cut off or abandoned", arguments: 0..<3)
  func holdsSlots(way: Int) async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
    let first = start(scheduler, "http://host/1")
    await transport.waitForRequests(1)
    let chunks: [Result<Data, NetworkError>] =
      way == 1 ? [.failure(.connectionLost(.inBody, origin: "http://host"))] : [.success(Data("a".utf8))]
    let body = ResponseBody(source: ChunkSource(chunks))
    transport.answer(0, HTTPResponse(status: .ok, url: .test("http://host/1"), body: body))
    var response: HTTPResponse? = try await first.value
    #expect(scheduler.statistics.active == 1)
    if way < 2 { _ = try? await response?.body.collect(upTo: 10) }
    // A task keeps a reference to its result, so the abandoned response must come from a call without a task.
    if way == 2 {
      let abandoned = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
      let service = StubTransport { request in
        HTTPResponse(status: .ok, url: request.url, body: ResponseBody(source: ChunkSource("a")))
      }
      response = try await abandoned.send(.get("http://host/2"), to: service)
      #expect(abandoned.statistics.active == 1)
      response = nil
      #expect(abandoned.statistics.active == 0)
    } else {
      #expect(scheduler.statistics.active == 0)
    }
    _ = response
  }

  @Test("releases a request's slot when the request fails")
  func freesAfterFailures() async {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
    let failing = scripted([.failure(.connectionLost(.inHead, origin: "http://host"))])
    for _ in 0..<3 {
      await #expect(throws: NetworkError.connectionLost(.inHead, origin: "http://host")) {
        try await scheduler.send(.get("http://host/"), to: failing)
      }
    }
    #expect(scheduler.statistics == RequestScheduler.Statistics(active: 0, queued: 0))
  }

  @Test("serves many queued requests within the limits")
  func servesMany() async throws {
    let total = LongTests.rounds(byDay: 1_000, byNight: 10_000)
    let scheduler = RequestScheduler()
    let load = Shared((now: 0, most: 0))
    let service = StubTransport { request in
      load.update { load in
        load.now += 1
        load.most = max(load.most, load.now)
      }
      await Task.yield()
      load.update { $0.now -= 1 }
      return .status(200, url: request.url)
    }
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<total {
        group.addTask { try await scheduler.send(.get("http://host\(index % 20)/"), to: service).status.code }
      }
      return try await group.reduce(0) { $0 + ($1 == 200 ? 1 : 0) }
    }
    #expect(count == total)
    #expect(load.value.most <= scheduler.limits.total)
    #expect(scheduler.statistics == RequestScheduler.Statistics(active: 0, queued: 0))
  }

  @Test(
    "releases the slot of an endless response when its head arrives",
    arguments: [
      ("text/event-stream", 0), ("Text/Event-Stream; charset=utf-8", 0), ("application/x-ndjson", 0),
      ("application/json-seq", 0), ("application/json", 1), ("text/plain", 1), ("", 1),
    ]
  )
  func freesSlotsOfEndlessResponses(type: String, active: Int) async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
    let service = StubTransport { request in
      var headers = HTTPFields()
      if !type.isEmpty { headers.append(.contentType, type) }
      let body = ResponseBody(source: ChunkSource("data: 1\n\n"))
      return HTTPResponse(status: .ok, headers: headers, url: request.url, body: body)
    }
    let response = try await scheduler.send(.get("http://host/events"), to: service)
    #expect(scheduler.statistics.active == active)
    _ = try await response.body.collect(upTo: 100)
    #expect(scheduler.statistics.active == 0)
  }

  @Test("reports a queue timeout, without sending the request, if the queue makes no progress")
  func limitsStandstill() async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 2), clock: clock)
    let first = start(scheduler, "http://host/1")
    await transport.waitForRequests(1)
    let late = start(scheduler, "http://host/2")
    await expectQueue(scheduler, 1)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(60))
    let error = await #expect(throws: NetworkError.self) { try await late.value }
    #expect(error == .timedOut(.queue, limit: .seconds(60), origin: "http://host"))
    #expect(error?.isRetryable == true)
    #expect(error?.message.contains("wasn't sent") == true)
    #expect(scheduler.statistics == RequestScheduler.Statistics(active: 1, queued: 0))
    transport.succeed(0)
    _ = try await first.value
    #expect(transport.requests.count == 1)
  }

  @Test("immediately fails a request whose queue timeout is zero if no slot is free")
  func neverWaits() async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1))
    let first = start(scheduler, "http://host/1")
    await transport.waitForRequests(1)
    for _ in 0..<200 {
      let request = HTTPRequest(url: .test("http://host/2"), timeouts: Timeouts(queue: .zero))
      await #expect(throws: NetworkError.timedOut(.queue, limit: .zero, origin: "http://host")) {
        try await scheduler.send(request, to: transport)
      }
    }
    transport.succeed(0)
    _ = try await first.value
  }

  @Test("lets requests wait for any length of time while their host's queue makes progress")
  func allowsLongQueues() async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 2), clock: clock)
    var tasks = [start(scheduler, "http://host/0")]
    await transport.waitForRequests(1)
    for index in 1..<5 {
      tasks.append(start(scheduler, "http://host/\(index)"))
      await expectQueue(scheduler, index)
    }
    // The last request waits for three minutes, but a slot becomes free every 45 seconds.
    for index in 0..<5 {
      await transport.waitForRequests(index + 1)
      clock.advance(by: .seconds(45))
      transport.succeed(index)
    }
    for task in tasks { #expect(try await task.value.status == .ok) }
  }

  @Test("uses the transport's connection limit per host")
  func followsTheTransport() {
    var configuration = TransportConfiguration()
    #expect(RequestScheduler.Limits().perHost == configuration.maximumConnectionsPerHost)
    #expect(RequestScheduler.Limits().total <= configuration.maximumIdleConnections)
    configuration.maximumConnectionsPerHost = 10
    configuration.maximumConnections = 20
    let limits = RequestScheduler.Limits(for: configuration)
    #expect(limits.perHost == 10)
    #expect(limits.total == 20)
  }

  @Test(
    "halves the number of slots only for an overloaded host",
    arguments: [
      (.success(.status(429)), 1), (.success(.status(503)), 1), (.success(.status(500)), 2),
      (.success(.status(404)), 2), (.failure(.timedOut(.firstByte, limit: .seconds(1), origin: "http://host")), 1),
      (.failure(.timedOut(.total, limit: .seconds(1), origin: "http://host")), 2),
      (.failure(.connectionLost(.inHead, origin: "http://host")), 2),
    ] as [(Result<HTTPResponse, NetworkError>, Int)]
  )
  func adapts(outcome: Result<HTTPResponse, NetworkError>, factor: Int) async throws {
    let scheduler = RequestScheduler(limits: .init(perHost: 20, total: 40), clock: clock)
    let tasks = (0..<20).map { start(scheduler, "http://host/\($0)") }
    await transport.waitForRequests(20)
    switch outcome {
    case .success(let response): transport.answer(0, response)
    case .failure(let error): transport.fail(0, error)
    }
    await transport.waitForEnds(1)
    for index in 1..<20 { transport.succeed(index) }
    for task in tasks { _ = try? await task.value }
    let more = (0..<20).map { start(scheduler, "http://host/more\($0)") }
    // After the slots are halved, 19 successful requests add one or two slots.
    let expected = factor == 1 ? 20 + 10..<20 + 13 : 20 + 20..<20 + 21
    await transport.waitForRequests(expected.lowerBound)
    await executor.waitUntilIdle()
    let statistics = scheduler.statistics
    #expect(statistics.active + statistics.queued == 20)
    #expect(expected.contains(20 + statistics.active))
    var answered = 20
    while answered < 40 {
      await transport.waitForRequests(answered + 1)
      for index in transport.open {
        transport.succeed(index)
        answered += 1
      }
    }
    for task in more { _ = try await task.value }
  }
}
