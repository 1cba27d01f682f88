import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Markets

@Suite("Rate limit gate")
struct RateLimitGateTests {
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
