#if os(Linux)
import Foundation
import LoopbackServer
@testable import Networking
import Testing

/// Random requests to a server with faults, through all middleware.
@Suite("Soak test", .serialized)
struct SoakTests {
  private static let count = LongTests.rounds(byDay: 800, byNight: 200_000)
  private static let atOnce = 96
  /// The tasks that the server cancels when their request arrives.
  private static let onArrival = Locked<[Int: Task<Result<(status: Int, bytes: Int), NetworkError>, Never>]>([:])

  /// A client with middleware whose metrics are verified at the end.
  private struct Client: Sendable {
    let stack: MiddlewareStack
    let chain: any Transport

    init() throws {
      var policy = RetryPolicy()
      policy.maximumAttempts = 2
      policy.baseDelay = .milliseconds(2)
      var stack = MiddlewareStack.standard
      stack.retrier = RequestRetrier(policy: policy)
      stack.scheduler = RequestScheduler(limits: .init(perHost: 32, total: 64))
      self.stack = stack
      chain = try CurlTransport().wrapped(in: stack.middleware)
    }
  }

  /// The moment at which a request is cancelled.
  private enum Cancellation: CaseIterable, Sendable {
    case immediately
    /// While the server responds.
    case onArrival
    case afterHead
  }

  private struct Draw: Sendable {
    let plan: SoakPlan
    let number: Int
    let priority: RequestPriority
    let cancellation: Cancellation?

    init(_ number: Int, _ random: inout SeededGenerator) {
      self.number = number
      // Most requests succeed, as they do in practice.
      plan =
        Int.random(in: 0..<10, using: &random) < 6 ? .small : SoakPlan.allCases.randomElement(using: &random) ?? .small
      priority = RequestPriority.allCases.randomElement(using: &random) ?? .normal
      cancellation =
        Int.random(in: 0..<4, using: &random) == 0 ? Cancellation.allCases.randomElement(using: &random) : nil
    }
  }

  @Test("completes, rejects or cancels a large number of requests without leaks")
  func soak() async throws {
    // The test runs in its own process, so that other tests don't affect the measurements.
    await #expect(processExitsWith: .success) { try await SoakTests().run() }
  }

  private func run() async throws {
    // Given: a server with all kinds of responses and a client with the default middleware
    var configuration = LoopbackServer.Configuration()
    configuration.backlog = 1024
    let server = try LoopbackServer(configuration: configuration) { request in
      if let number = request.queryValue("n").flatMap({ Int($0) }) { Self.onArrival.withLock { $0[number] }?.cancel() }
      return SoakPlan(rawValue: String(request.path.dropFirst()))?.answer ?? .status(404)
    }
    defer { server.stop() }
    let before = ProcessResources.current
    var random = SeededGenerator(seed: 200_000)
    var wrong: [String] = []
    var settled: ProcessResources?
    do {
      let client = try Client()
      // When: the client is used, and memory is measured once all pools are full
      for numbers in [0..<Self.count / 4, Self.count / 4..<Self.count] {
        wrong += try await send(numbers, by: client, to: server.url, &random)
        MemoryRelief.release()
        if settled == nil { settled = .current }
      }
      // Then: no request is in flight
      let scheduler = try #require(client.stack.scheduler).statistics
      let coalescer = try #require(client.stack.coalescer).statistics
      #expect(scheduler.active == 0)
      #expect(scheduler.queued == 0)
      #expect(coalescer.requests == 0)
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    // And: releasing the client frees all of its system resources
    server.stop()
    let after = try await settledResources(atMost: before)
    #expect(after.descriptors <= before.descriptors)
    #expect(after.threads <= before.threads + 4, "the system's pool may have grown by some threads")
    if LongTests.areEnabled, !ProcessResources.isInstrumented, let settled {
      #expect(after.memory <= settled.memory + 16 << 20, "\(settled.memory >> 10) KiB, then \(after.memory >> 10) KiB")
    }
  }

  private func send(
    _ numbers: Range<Int>,
    by client: Client,
    to url: URL,
    _ random: inout SeededGenerator
  ) async throws -> [String] {
    var wrong: [String] = []
    let draws = numbers.map { Draw($0, &random) }
    await withTaskGroup(of: String?.self) { group in
      for (position, draw) in draws.enumerated() {
        if position >= Self.atOnce, let result = await group.next(), let result { wrong.append(result) }
        group.addTask { await Self.perform(draw, by: client, to: url) }
      }
      for await result in group { if let result { wrong.append(result) } }
    }
    return wrong
  }

  /// Performs a request, and returns a description of the problem if the result isn't allowed.
  private static func perform(_ draw: Draw, by client: Client, to url: URL) async -> String? {
    let task = Task { () -> Result<(status: Int, bytes: Int), NetworkError> in
      var request = HTTPRequest(
        url: url.appending(path: draw.plan.rawValue).appending(queryItems: [.init(name: "n", value: "\(draw.number)")]),
        timeouts: Timeouts(
          queue: nil,
          connect: .seconds(300),
          firstByte: .seconds(300),
          idle: draw.plan == .stalled ? .milliseconds(100) : .seconds(300),
          total: .seconds(300)
        )
      )
      request.context[RequestPriority.self] = draw.priority
      do throws(NetworkError) {
        let response = try await client.chain.send(request)
        if draw.cancellation == .afterHead { withUnsafeCurrentTask { $0?.cancel() } }
        return .success((response.status.code, try await response.body.collect(upTo: SoakPlan.limit).count))
      } catch {
        return .failure(error)
      }
    }
    switch draw.cancellation {
    case .immediately: task.cancel()
    case .onArrival: onArrival.withLock { $0[draw.number] = task }
    case .afterHead, nil: break
    }
    let result = await task.value
    onArrival.withLock { $0[draw.number] = nil }
    return draw.plan.allows(result, wasCancelled: draw.cancellation != nil) ? nil : "\(draw.plan): \(result)"
  }

  /// Waits until the threads of released objects have ended, which the system doesn't report as an event.
  private func settledResources(atMost limit: ProcessResources) async throws -> ProcessResources {
    let deadline = ContinuousClock.now + .seconds(300)
    var current = ProcessResources.current
    while current.descriptors > limit.descriptors || current.threads > limit.threads, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
      MemoryRelief.release()
      current = .current
    }
    return current
  }
}
#endif
