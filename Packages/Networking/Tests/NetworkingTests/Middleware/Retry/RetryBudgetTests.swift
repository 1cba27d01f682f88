import NetworkingTesting
import Testing

@testable import Networking

@Suite("Retry budget")
struct RetryBudgetTests {
  private let clock = TestClock.running()

  @Test("allows retries for a fifth of all requests")
  func allowsAFifth() {
    let budget = RetryBudget(minimumPerSecond: 0, clock: clock)
    #expect(!budget.withdraw())
    for _ in 0..<50 { budget.deposit() }
    #expect((0..<50).count { _ in budget.withdraw() } == 10)
  }

  @Test("allows a few retries for clients that send few requests")
  func hasAMinimum() {
    let budget = RetryBudget(minimumPerSecond: 1, clock: clock)
    #expect((0..<50).count { _ in budget.withdraw() } == 10)
  }

  @Test("forgets requests older than the time window")
  func forgets() {
    let budget = RetryBudget(minimumPerSecond: 0, clock: clock)
    for _ in 0..<50 { budget.deposit() }
    clock.advance(by: .seconds(9))
    #expect(budget.withdraw())
    clock.advance(by: .seconds(2))
    #expect(!budget.withdraw())
    // Retries older than the time window are also forgotten.
    for _ in 0..<5 { budget.deposit() }
    clock.advance(by: .seconds(1000))
    for _ in 0..<5 { budget.deposit() }
    #expect(budget.withdraw())
    #expect(!budget.withdraw())
  }

  @Test("limits retries across all of a retrier's requests")
  func boundsRetries() async throws {
    let budget = RetryBudget(minimumPerSecond: 0, clock: clock)
    let retrier = RequestRetrier(budget: budget, clock: clock, random: { 0 })
    let transport = scripted([.success(.status(503))])
    for _ in 0..<100 { _ = try await retrier.send(.get("http://host/"), to: transport) }
    #expect(transport.requests.count == 120)
  }
}
