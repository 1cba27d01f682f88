import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Request retrier")
struct RequestRetrierTests {
  private let clock = TestClock.running()

  private func retrier(
    attempts: Int = 3,
    budget: RetryBudget? = nil,
    random: @escaping @Sendable () -> Double = { 1 }
  ) -> RequestRetrier {
    var policy = RetryPolicy()
    policy.maximumAttempts = attempts
    return RequestRetrier(policy: policy, budget: budget, clock: clock, date: { [clock] in clock.date }, random: random)
  }

  @Test(
    "retries a request after a temporary failure",
    arguments: [
      .failure(.connectionLost(.inHead, origin: "http://host")),
      .failure(.timedOut(.firstByte, limit: .seconds(1), origin: "http://host")),
      .failure(.unreachable(.refused, origin: "http://host")),
      .success(.status(408)), .success(.status(429)), .success(.status(500)), .success(.status(502)),
      .success(.status(503)), .success(.status(504)),
    ] as [Result<HTTPResponse, NetworkError>]
  )
  func repeats(failure: Result<HTTPResponse, NetworkError>) async throws {
    // Given: a service that fails twice
    let transport = scripted([failure, failure, .success(.status(200))])
    async let response = retrier().send(.get("http://host/"), to: transport)
    // When: the waits of 250 and 500 ms, with maximum jitter, have passed
    await clock.waitForSleepers()
    #expect(clock.sleepTimes == [.milliseconds(250)])
    clock.advance(by: .milliseconds(250))
    await clock.waitForSleepers()
    #expect(clock.sleepTimes == [.milliseconds(500)])
    clock.advance(by: .milliseconds(500))
    // Then: the third attempt succeeds and reports its number
    #expect(try await response.status == .ok)
    #expect(try await response.context[AttemptCount.self] == 3)
    #expect(transport.requests.map { $0.context[AttemptCount.self] } == [1, 2, 3])
  }

  @Test(
    "returns a permanent failure unchanged",
    arguments: [
      .failure(.cancelled), .failure(.protocolViolation("x", origin: "http://host")), .failure(.bodyTooLarge(limit: 1)),
      .failure(.timedOut(.total, limit: .seconds(1), origin: "http://host")),
      .failure(.circuitOpen(origin: "http://host", retryAfter: .seconds(1))), .failure(.tooManyRedirects(limit: 1)),
      .success(.status(200)), .success(.status(304)), .success(.status(400)), .success(.status(401)),
      .success(.status(404)), .success(.status(501)), .success(.status(505)),
    ] as [Result<HTTPResponse, NetworkError>]
  )
  func gives(failure: Result<HTTPResponse, NetworkError>) async {
    let transport = scripted([failure])
    do throws(NetworkError) {
      let response = try await retrier().send(.get("http://host/"), to: transport)
      #expect(response.status == (try? failure.get().status))
    } catch {
      #expect(failure.failure == error)
    }
    #expect(transport.requests.count == 1)
    #expect(clock.sleeperCount == 0)
  }

  @Test("retries only idempotent requests", arguments: ["POST", "PATCH", "LINK", "GET", "PUT", "DELETE", "HEAD"])
  func respectsIdempotency(method: String) async throws {
    let transport = scripted([.success(.status(503)), .success(.status(200))])
    let token = try #require(HTTPMethod(method))
    let request = HTTPRequest(method: token, url: .test("http://host/"))
    async let response = retrier(random: { 0 }).send(request, to: transport)
    #expect(try await response.status.code == (token.isIdempotent ? 200 : 503))
    // With an idempotency key, all methods are retried, and the key stays the same.
    let keyed = scripted([.success(.status(503)), .success(.status(200))])
    var secure = request
    secure.context[IdempotencyKey.self] = IdempotencyKey(rawValue: "k-1")
    #expect(try await retrier(random: { 0 }).send(secure, to: keyed).status == .ok)
    #expect(keyed.requests.map { $0.headers["Idempotency-Key"] } == ["k-1", "k-1"])
  }

  @Test(
    "repeats a PUT or DELETE request after a 5xx response only if the service indicates that a retry is safe",
    arguments: ["PUT", "DELETE"],
    [
      (500, [:], false), (502, [:], false), (504, [:], false), (503, [:], true), (408, [:], true), (429, [:], true),
      (500, ["Retry-After": "0"], true), (504, ["Retry-After": "x"], false),
    ] as [(Int, HTTPFields, Bool)]
  )
  func sparesChanges(method: String, row: (status: Int, headers: HTTPFields, isRepeated: Bool)) async throws {
    let request = HTTPRequest(method: try #require(HTTPMethod(method)), url: .test("http://host/"))
    let transport = scripted([.success(.status(row.status, row.headers)), .success(.status(200))])
    let response = try await retrier(random: { 0 }).send(request, to: transport)
    #expect(response.status.code == (row.isRepeated ? 200 : row.status))
    // With an idempotency key, the service recognizes the repeated request.
    var keyed = request
    keyed.context[IdempotencyKey.self] = IdempotencyKey(rawValue: "k-1")
    let secure = scripted([.success(.status(row.status, row.headers)), .success(.status(200))])
    #expect(try await retrier(random: { 0 }).send(keyed, to: secure).status == .ok)
  }

  @Test(
    "doesn't retry after an error response with Last-Modified or a positive lifetime unless Retry-After is present",
    arguments: [
      (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], false), (["Cache-Control": "max-age=5"], false),
      (["Cache-Control": "max-age=0"], true), (["Cache-Control": "no-store"], true), (["ETag": "\"a\""], true),
      (["Expires": "0"], true), (["Cache-Control": "max-age=x"], true),
      (["Cache-Control": "max-age=5", "Retry-After": "0"], true),
    ] as [(HTTPFields, Bool)],
    [500, 502, 503, 504]
  )
  func believesPublishedErrors(row: (headers: HTTPFields, isRepeated: Bool), status: Int) async throws {
    let transport = scripted([.success(.status(status, row.headers)), .success(.status(200))])
    let response = try await retrier(random: { 0 }).send(.get("http://host/"), to: transport)
    #expect(response.status.code == (row.isRepeated ? 200 : status))
  }

  @Test("rejects an idempotency key that can't be sent")
  func checksKeys() async {
    var request = HTTPRequest(method: .post, url: .test("http://host/"))
    request.context[IdempotencyKey.self] = IdempotencyKey(rawValue: "a\r\nX: y")
    await #expect(throws: NetworkError.invalidRequest(reason: "the idempotency key contains a line break or NUL")) {
      try await retrier().send(request, to: scripted([.success(.status(200))]))
    }
  }

  @Test("never retries a request with a single-use body")
  func respectsOneShotBodies() async throws {
    let transport = scripted([.success(.status(503))])
    let request = HTTPRequest(
      method: .put,
      url: .test("http://host/"),
      body: .stream(AsyncStream<Data> { $0.finish() })
    )
    #expect(try await retrier().send(request, to: transport).status.code == 503)
    #expect(transport.requests.count == 1)
  }

  @Test("returns the last response when no attempts are left")
  func runsOut() async throws {
    let transport = scripted([.success(.status(503))])
    let response = try await retrier(attempts: 4, random: { 0 }).send(.get("http://host/"), to: transport)
    #expect(response.status.code == 503)
    #expect(response.context[AttemptCount.self] == 4)
    #expect(transport.requests.count == 4)
  }

  @Test("waits for as long as the service requests")
  func heedsRetryAfter() async throws {
    let transport = scripted([.success(.status(429, [.retryAfter: "30"])), .success(.status(200))])
    async let response = retrier().send(.get("http://host/"), to: transport)
    await clock.waitForSleepers()
    #expect(clock.sleepTimes == [.seconds(30)])
    clock.advance(by: .seconds(30))
    #expect(try await response.status == .ok)
  }

  @Test("stops retrying immediately if the service requests too long a wait")
  func capsRetryAfter() async throws {
    let transport = scripted([.success(.status(503, [.retryAfter: "61"]))])
    #expect(try await retrier().send(.get("http://host/"), to: transport).status.code == 503)
    #expect(transport.requests.count == 1)
    // The same applies if there isn't enough time left.
    var request = HTTPRequest.get("http://host/")
    request.timeouts.total = .seconds(20)
    let hurried = scripted([.success(.status(503, [.retryAfter: "20"]))])
    #expect(try await retrier().send(request, to: hurried).status.code == 503)
    #expect(hurried.requests.count == 1)
  }

  @Test("stops retrying when the task is cancelled during a wait")
  func cancels() async {
    let transport = scripted([.success(.status(503))])
    let task = Task { try await retrier().send(.get("http://host/"), to: transport) }
    await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: NetworkError.cancelled) { try await task.value }
    #expect(transport.requests.count == 1)
  }

  @Test("counts all attempts and waits toward the total time limit, and reports the original limit")
  func spansTheDeadline() async {
    let transport = StubTransport { [clock] request throws(NetworkError) in
      clock.advance(by: .seconds(4))
      guard let left = request.timeouts.total, left > .seconds(4) else {
        throw .timedOut(.total, limit: request.timeouts.total ?? .zero, origin: "http://host")
      }
      throw .connectionLost(.beforeResponse, origin: "http://host")
    }
    var request = HTTPRequest.get("http://host/")
    request.timeouts.total = .seconds(10)
    await #expect(throws: NetworkError.timedOut(.total, limit: .seconds(10), origin: "http://host")) {
      try await retrier(attempts: 9, random: { 0 }).send(request, to: transport)
    }
    #expect(transport.requests.map(\.timeouts.total) == [.seconds(10), .seconds(6), .seconds(2)])
  }

  @Test("releases the failed response's connection before waiting")
  func releasesBodies() async throws {
    let isReleased = Shared(false)
    let transport = StubTransport { request in
      let body = ResponseBody(source: ChunkSource("x", onRelease: { isReleased.update { $0 = true } }))
      return HTTPResponse(status: .serviceUnavailable, url: request.url, body: body)
    }
    let task = Task { [clock] in
      try await RequestRetrier(clock: clock).send(.get("http://host/"), to: transport)
    }
    await clock.waitForSleepers()
    #expect(isReleased.value)
    task.cancel()
    _ = await task.result
  }

  @Test("chooses waits at random from the whole range, up to the maximum")
  func backsOff() {
    let policy = RetryPolicy()
    let ceilings = (1...10).map { policy.backoff(after: $0, random: 1).seconds }
    #expect(ceilings == [0.25, 0.5, 1, 2, 4, 8, 16, 20, 20, 20])
    #expect(policy.backoff(after: 3, random: 0) == .zero)
    #expect(policy.backoff(after: 3, random: 0.5) == .milliseconds(500))
    #expect(policy.backoff(after: Int.max, random: 1) == .seconds(20))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
