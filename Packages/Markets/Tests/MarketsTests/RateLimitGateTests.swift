import Foundation
import Networking
import NetworkingTesting
import Persistence
import PersistenceTesting
import Testing

@testable import Markets

@Suite("Rate limit gate")
struct RateLimitGateTests {
  private static let noon = Date(timeIntervalSince1970: 1_769_860_800)

  @Test(
    "pauses for the requested time, but at least a second and at most an hour, and by default for a minute",
    arguments: [("0", 1.0), ("1", 1), ("59", 59), ("3600", 3_600), ("3601", 3_600), (nil, 60), ("soon", 60)]
  )
  func pauses(answer: String?, seconds: TimeInterval) {
    let headers: HTTPFields = answer.map { [.retryAfter: $0] } ?? [:]
    #expect(RateLimitGate.pause(after: headers, now: Self.noon) == seconds)
  }

  @Test(
    "sends requests again when the pause is over, and if the clock was set back",
    arguments: [
      // The seconds since the refusal, and the remaining seconds in the response, or `nil` if the request was sent.
      (0.0, "5"), (0.5, "5"), (4, "1"), (4.9, "1"), (5, nil), (-0.1, nil),
    ]
  )
  func end(seconds: TimeInterval, remaining: String?) async throws {
    // Given
    let date = MovableDate(Self.noon)
    let gate = RateLimitGate(now: { date.date })
    let count = RequestCount()
    let transport = StubTransport { request in
      guard count.next() == 1 else { return .json("[]", url: request.url) }
      return HTTPResponse(status: .tooManyRequests, headers: [.retryAfter: "5"], url: request.url)
    }
    let request = HTTPRequest(method: .get, url: try #require(URL(string: "http://markets.example/a")))
    _ = try await gate.intercept(request, next: transport)

    // When
    date.date += seconds
    let response = try await gate.intercept(request, next: transport)

    // Then
    #expect(response.headers[.retryAfter] == remaining)
    #expect(response.status == (remaining == nil ? .ok : .tooManyRequests))
  }

  @Test("shares a pause with other processes until it ends, and forgets it afterwards")
  func sharedPause() async throws {
    // Given two processes with one file
    let disk = InMemoryFileSystem()
    let date = MovableDate(Self.noon)
    func gate() -> RateLimitGate {
      let store = JSONFileStore<SharedPauses>(
        path: "/cache/pauses.json",
        default: [:],
        writtenBy: "tests",
        fileSystem: disk
      )
      return RateLimitGate(store: store, now: { date.date })
    }
    let transport = StubTransport { request in
      HTTPResponse(status: .tooManyRequests, headers: [.retryAfter: "119"], url: request.url)
    }
    let url = try #require(URL(string: "http://markets.example/a"))
    _ = try await gate().intercept(HTTPRequest(method: .get, url: url), next: transport)

    // When another process sends a request
    date.date += 19
    let response = try await gate().intercept(HTTPRequest(method: .get, url: url), next: transport)

    // Then
    #expect(transport.requests.count == 1)
    #expect(response.headers[.retryAfter] == "100")
    #expect(gate().nextTry(for: try #require(URL(string: "http://other.example/a"))) == nil)
    date.date += 100
    #expect(gate().nextTry(for: url) == nil)
  }

  @Test(
    "waits for a pause that ends within an hour",
    arguments: [(0.0, false), (0.1, true), (3_600, true), (3_601, false)]
  )
  func waiting(seconds: TimeInterval, isWaiting: Bool) {
    #expect(RateLimitGate.isWaiting(until: Self.noon + seconds, now: Self.noon) == isWaiting)
  }

  @Test(
    "applies the longest of several concurrent pauses, regardless of their order",
    arguments: [["119", "5"], ["5", "119"]]
  )
  func longestPause(answers: [String]) async throws {
    // Given two requests that were sent before either was refused
    let date = MovableDate(Date(timeIntervalSince1970: 1_769_860_800))
    let gate = RateLimitGate(now: { date.date })
    let url = try #require(URL(string: "http://markets.example/a"))
    let request = HTTPRequest(method: .get, url: url)
    let (first, second) = (Gate(), Gate())
    let transports = zip(answers, [first, second]).map { answer, gate in
      StubTransport { request in
        await gate.pass()
        return HTTPResponse(status: .tooManyRequests, headers: [.retryAfter: answer], url: request.url)
      }
    }
    async let one = gate.intercept(request, next: transports[0])
    async let two = gate.intercept(request, next: transports[1])
    await first.waitForArrival()
    await second.waitForArrival()

    // When
    await first.open()
    _ = try await one
    await second.open()
    _ = try await two

    // Then
    #expect(gate.nextTry(for: url) == date.date.addingTimeInterval(119))
  }
}
