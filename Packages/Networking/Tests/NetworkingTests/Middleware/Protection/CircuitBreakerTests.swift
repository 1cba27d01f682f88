import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Circuit breaker")
struct CircuitBreakerTests {
  private let clock = TestClock.running()
  private let origin = Origin(.test("http://host"))
  private let good = scripted([.success(.status(200))])
  private let bad = scripted([.success(.status(503))])

  private func breaker(trials: Int = 1) -> CircuitBreaker {
    var policy = CircuitBreaker.Policy()
    policy.minimumRequests = 4
    policy.trialRequests = trials
    return CircuitBreaker(policy: policy, clock: clock)
  }

  private func send(_ count: Int, through breaker: CircuitBreaker, to transport: any Transport) async {
    for _ in 0..<count { _ = try? await breaker.send(.get("http://host/"), to: transport) }
  }

  @Test("opens the circuit after enough failures and then sends no requests")
  func opens() async throws {
    let origin = try #require(origin)
    let breaker = breaker()
    await send(2, through: breaker, to: good)
    await send(1, through: breaker, to: bad)
    #expect(breaker.state(of: origin) == .closed)
    await send(1, through: breaker, to: bad)
    #expect(breaker.state(of: origin) == .open)
    clock.advance(by: .seconds(2))
    await #expect(throws: NetworkError.circuitOpen(origin: "http://host", retryAfter: .seconds(3))) {
      try await breaker.send(.get("http://host/"), to: good)
    }
    #expect(good.requests.count == 2)
    // Other services aren't affected.
    #expect(try await breaker.send(.get("http://other/"), to: good).status == .ok)
  }

  @Test("doesn't count a request as a failure if it timed out before being sent")
  func ignoresUnsent() async throws {
    let origin = try #require(origin)
    // Given: a rate limit that allows only the first request to be sent in time
    let breaker = breaker()
    let limiter = RateLimiter(1, per: .seconds(60), clock: clock)
    let chain = good.wrapped(in: [breaker, limiter])
    // When: many more requests are sent
    var timeouts = 0
    for _ in 0..<10 {
      do throws(NetworkError) {
        _ = try await chain.send(HTTPRequest(url: .test("http://host/"), timeouts: .total(.seconds(1))))
      } catch .timedOut(.total, _, _) {
        timeouts += 1
      }
    }
    // Then: these requests time out without affecting the circuit
    #expect(timeouts == 9)
    #expect(good.requests.count == 1)
    #expect(breaker.state(of: origin) == .closed)
    // And: a request that times out after it was sent still counts as a service failure
    let slow = scripted([.failure(.timedOut(.total, limit: .seconds(1), origin: "http://host"))])
    for _ in 0..<4 {
      let request = HTTPRequest(url: .test("http://host/"), timeouts: .total(.seconds(1)))
      _ = try? await breaker.send(request, to: slow)
    }
    #expect(breaker.state(of: origin) == .open)
  }

  @Test("doesn't count a request as a failure if it timed out while waiting for a slot")
  func ignoresQueued() async throws {
    let origin = try #require(origin)
    let held = HeldTransport()
    let breaker = breaker()
    let scheduler = RequestScheduler(limits: .init(perHost: 1, total: 1), clock: clock)
    let chain = held.wrapped(in: [breaker, scheduler])
    // Given: a request that holds the only slot
    let first = Task { try await chain.send(.get("http://host/")) }
    await held.waitForRequests(1)
    // When: four other requests time out while they wait for a slot
    let executor = TestExecutor()
    let others = (0..<4).map { _ in
      executor.start { try await chain.send(HTTPRequest(url: .test("http://host/"), timeouts: .total(.seconds(1)))) }
    }
    await executor.waitUntilIdle()
    #expect(scheduler.statistics.queued == 4)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(2))
    for other in others { await #expect(throws: NetworkError.self) { try await other.value } }
    #expect(breaker.state(of: origin) == .closed)
    held.succeed(0)
    _ = try await first.value
  }

  @Test("sends a trial request after the pause, then closes the circuit on success or opens it again on failure")
  func tries() async throws {
    let origin = try #require(origin)
    let breaker = breaker()
    await send(4, through: breaker, to: bad)
    clock.advance(by: .milliseconds(4_999))
    #expect(breaker.state(of: origin) == .open)
    clock.advance(by: .milliseconds(1))
    #expect(breaker.state(of: origin) == .halfOpen)
    await send(1, through: breaker, to: bad)
    #expect(breaker.state(of: origin) == .open)
    clock.advance(by: .seconds(5))
    await send(1, through: breaker, to: good)
    #expect(breaker.state(of: origin) == .closed)
    // Failures from before the circuit closed don't count.
    await send(3, through: breaker, to: bad)
    #expect(breaker.state(of: origin) == .closed)
  }

  @Test("sends no more trial requests than configured, and ignores a cancelled trial request")
  func limitsTrials() async throws {
    let origin = try #require(origin)
    let breaker = breaker(trials: 2)
    await send(4, through: breaker, to: bad)
    clock.advance(by: .seconds(5))
    let held = HeldTransport()
    let trials = (0..<2).map { _ in Task { try await breaker.send(.get("http://host/"), to: held) } }
    await held.waitForRequests(2)
    await #expect(throws: NetworkError.circuitOpen(origin: "http://host", retryAfter: .seconds(5))) {
      try await breaker.send(.get("http://host/"), to: good)
    }
    held.fail(0, .cancelled)
    held.succeed(1)
    for task in trials { _ = await task.result }
    #expect(breaker.state(of: origin) == .halfOpen)
    await send(1, through: breaker, to: good)
    #expect(breaker.state(of: origin) == .closed)
  }

  @Test(
    "counts only failures that the service caused",
    arguments: [
      (.failure(.unreachable(.refused, origin: "x")), true), (.failure(.connectionLost(.inHead, origin: "x")), true),
      (.failure(.timedOut(.firstByte, limit: .seconds(1), origin: "x")), true),
      (.failure(.protocolViolation("x", origin: "x")), true), (.success(.status(500)), true),
      (.success(.status(504)), true),
      (.failure(.cancelled), false), (.failure(.invalidRequest(reason: "x")), false),
      (.failure(.tooManyRedirects(limit: 1)), false), (.success(.status(404)), false), (.success(.status(429)), false),
    ] as [(Result<HTTPResponse, NetworkError>, Bool)]
  )
  func counts(result: Result<HTTPResponse, NetworkError>, isFailure: Bool) async throws {
    let breaker = breaker()
    await send(4, through: breaker, to: scripted([result]))
    #expect(breaker.state(of: try #require(origin)) == (isFailure ? .open : .closed))
  }

  @Test("forgets failures older than the time window", arguments: [(9, true), (10, false), (11, false)])
  func forgets(seconds: Int, isOpen: Bool) async throws {
    let breaker = breaker()
    await send(3, through: breaker, to: bad)
    clock.advance(by: .seconds(seconds))
    await send(3, through: breaker, to: bad)
    #expect(breaker.state(of: try #require(origin)) == (isOpen ? .open : .closed))
  }

  @Test("ignores the results of requests sent in an earlier phase")
  func ignoresLateResults() async throws {
    let origin = try #require(origin)
    let breaker = breaker()
    let held = HeldTransport()
    let late = Task { try await breaker.send(.get("http://host/"), to: held) }
    await held.waitForRequests(1)
    await send(4, through: breaker, to: bad)
    clock.advance(by: .seconds(5))
    await send(1, through: breaker, to: good)
    held.fail(0, .connectionLost(.inHead, origin: "http://host"))
    _ = await late.result
    await send(3, through: breaker, to: bad)
    #expect(breaker.state(of: origin) == .closed)
  }
}
