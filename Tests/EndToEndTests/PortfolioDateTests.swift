import Foundation
import Testing

@Suite("The date of an entry of the portfolio", .timeLimit(.minutes(3)))
struct PortfolioDateTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func portfolio(_ arguments: String...) async throws -> ProgramUnderTest.Outcome {
    try await program.start(["markets", "portfolio"] + arguments).outcome()
  }

  @Test("is what was given, and puts the entry into its place")
  func entry() async throws {
    // Given
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "300")
    // When
    let bought = try await portfolio(
      "buy",
      "bitcoin",
      "1",
      "--price",
      "100",
      "--date",
      "2024-02-29T12:00:00+02:00",
      "--json"
    ).document()
    let entry = try #require(bought["entry"] as? [String: Any])
    // Then
    #expect(entry["time"] as? String == "2024-02-29T10:00:00Z")
    #expect(try await portfolio("send", "btc", "0.5", "--date", "2024-03-01").exitCode == 0)
    let history = try await portfolio("history", "--json").document()
    let entries = try #require(history["entries"] as? [[String: Any]])
    #expect(entries.map { $0["kind"] as? String } == ["buy", "send", "buy"])
    // Half of the oldest coin is left, with half of its cost.
    let held = try await portfolio("show", "--json").document()
    #expect((held["holdings"] as? [[String: Any]])?.first?["cost"] as? Double == 350)
  }

  @Test("is refused as a wrong command line when it has not come yet, is none, or lacks the price of then")
  func wrong() async throws {
    let cases: [(words: [String], message: String)] = [
      (["buy", "bitcoin", "1", "--price", "1", "--date", "2199-01-01"], "has not come yet"),
      (["buy", "bitcoin", "1", "--price", "1", "--date", "2023-02-29"], "there is no such day"),
      (["buy", "bitcoin", "1", "--price", "1", "--date", "2024/02/29"], "Did you mean 2024-02-29?"),
      (["sell", "bitcoin", "1", "--date", "2024-02-29"], "Give it with --price"),
      (["swap", "bitcoin", "1", "ethereum", "--price", "1", "--date", "2024-02-29"], "Say it with --received"),
    ]
    for (words, message) in cases {
      let outcome = try await program.start(["markets", "portfolio"] + words).outcome()
      #expect(outcome.exitCode == 2, "\(words)")
      #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }
    #expect(try await portfolio("history").output == "")
  }

  @Test("does not let coins leave before they came: exit code 1 with what was held then")
  func tooEarly() async throws {
    // Given
    _ = try await portfolio("buy", "bitcoin", "2", "--price", "1", "--date", "2024-02-01T00:00:00Z")
    // When
    let early = try await portfolio("sell", "btc", "1", "--price", "1", "--date", "2024-01-31T00:00:00Z")
    let failure = try await portfolio("sell", "btc", "1", "--price", "1", "--date", "2024-01-31", "--json").failure()
    _ = try await portfolio("sell", "btc", "2", "--price", "1", "--date", "2024-03-01T00:00:00Z")
    let needed = try await portfolio("send", "btc", "1", "--date", "2024-02-15T00:00:00Z")
    // Then
    #expect(early.exitCode == 1)
    #expect(early.messages.contains("Only 0 btc were held at 2024-01-31T00:00:00Z, and 1 are needed"))
    #expect(failure["kind"] as? String == "insufficient")
    #expect(needed.exitCode == 1)
    #expect(needed.messages.contains("are needed for the later entry"))
  }
}
