import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Rate limiter")
struct RateLimiterTests {
  private let clock = TestClock.running()
  private let transport = HeldTransport()

  private func start(_ limiter: RateLimiter, _ url: String, total: Duration? = nil) -> Task<HTTPResponse, any Error> {
    var request = HTTPRequest.get(url)
    request.timeouts.total = total
    return Task { [transport, request] in try await limiter.send(request, to: transport) }
  }

  @Test("sends a burst immediately, then one request per token in order of arrival")
  func limits() async throws {
    let limiter = RateLimiter(rate: 2, burst: 3, clock: clock)
    var tasks: [Task<HTTPResponse, any Error>] = []
    for index in 0..<3 {
      tasks.append(start(limiter, "http://host/\(index)"))
      await transport.waitForRequests(index + 1)
    }
    // Each further request waits half a second.
    let waiting = start(limiter, "http://host/3")
    await clock.waitForSleepers()
    #expect(clock.sleepTimes == [.milliseconds(500)])
    clock.advance(by: .milliseconds(499))
    #expect(transport.requests.count == 3)
    clock.advance(by: .milliseconds(1))
    await transport.waitForRequests(4)
    // Another host has its own bucket.
    let other = start(limiter, "http://other/")
    await transport.waitForRequests(5)
    // After a pause, the bucket is full but doesn't overflow.
    clock.advance(by: .seconds(100))
    for index in 5..<8 {
      tasks.append(start(limiter, "http://host/\(index)"))
      await transport.waitForRequests(index + 1)
    }
    let last = start(limiter, "http://host/8")
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
    await transport.waitForRequests(9)
    for index in 0..<9 { transport.succeed(index) }
    for task in tasks + [waiting, other, last] { #expect(try await task.value.status == .ok) }
  }

  @Test("releases a cancelled request immediately and gives its token to the next request")
  func cancels() async throws {
    let limiter = RateLimiter(1, per: .seconds(1), clock: clock)
    let first = start(limiter, "http://host/0")
    await transport.waitForRequests(1)
    let second = start(limiter, "http://host/1")
    await clock.waitForSleepers()
    second.cancel()
    await #expect(throws: NetworkError.cancelled) { try await second.value }
    let third = start(limiter, "http://host/2")
    clock.advance(by: .seconds(1))
    await transport.waitForRequests(2)
    #expect(transport.requests[1].url.path() == "/2")
    transport.succeed(0)
    transport.succeed(1)
    _ = try await (first.value, third.value)
  }

  @Test("fails requests immediately if they can't be sent in time, and counts the wait toward the time limit")
  func respectsDeadlines() async throws {
    let limiter = RateLimiter(1, per: .seconds(10), clock: clock)
    let first = start(limiter, "http://host/0")
    await transport.waitForRequests(1)
    await #expect(throws: NetworkError.timedOut(.total, limit: .seconds(10), origin: "http://host")) {
      try await start(limiter, "http://host/1", total: .seconds(10)).value
    }
    let patient = start(limiter, "http://host/2", total: .seconds(15))
    await clock.waitForSleepers()
    // A request behind a waiting one needs a second token.
    await #expect(throws: NetworkError.timedOut(.total, limit: .seconds(20), origin: "http://host")) {
      try await start(limiter, "http://host/3", total: .seconds(20)).value
    }
    clock.advance(by: .seconds(10))
    await transport.waitForRequests(2)
    #expect(transport.requests[1].timeouts.total == .seconds(5))
    transport.succeed(0)
    transport.succeed(1)
    _ = try await (first.value, patient.value)
  }
}
