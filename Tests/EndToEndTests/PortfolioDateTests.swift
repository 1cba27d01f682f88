import Basics
import Foundation
import Testing

@Suite("Portfolio entry dates")
struct PortfolioDateTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func portfolio(_ arguments: String...) async throws -> ProgramUnderTest.Outcome {
    try await program.start(["markets", "portfolio"] + arguments).outcome()
  }

  @Test("sorts portfolio entries by date")
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
    // Half of the coins in the oldest lot remain, with half of the lot's cost.
    let held = try await portfolio("show", "--json").document()
    #expect((held["holdings"] as? [[String: Any]])?.first?["cost"] as? Double == 350)
  }

  @Test("rejects dates in the future, malformed dates and dates without a price as invalid usage")
  func wrong() async throws {
    let cases: [(words: [String], message: String)] = [
      (["buy", "bitcoin", "1", "--price", "1", "--date", "2199-01-01"], "is in the future"),
      (["buy", "bitcoin", "1", "--price", "1", "--date", "2023-02-29"], "the day does not exist"),
      (["buy", "bitcoin", "1", "--price", "1", "--date", "2024/02/29"], "Did you mean 2024-02-29?"),
      (["buy", "bitcoin", "1", "--date", "1999-12-31"], "Specify it with --price"),
      (
        ["swap", "bitcoin", "1", "ethereum", "--price", "1", "--date", "1999-12-31"],
        "Specify the amount with --received"
      ),
    ]
    for (words, message) in cases {
      let outcome = try await program.start(["markets", "portfolio"] + words).outcome()
      #expect(outcome.exitCode == 2, "\(words)")
      #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }
    #expect(try await portfolio("history").output == "")
  }

  @Test("uses the chart's price on the entry's date, and reports the price in a message")
  func priceOfThen() async throws {
    // Given a day with a single price in the one-year chart
    let days = Int(Date().timeIntervalSince1970 / 86_400)
    let (day, nextDay) = ("\(CalendarDate(daysSince1970: days - 200))", "\(CalendarDate(daysSince1970: days - 199))")
    // When
    let bought = try await portfolio("buy", "bitcoin", "1", "--date", "\(day)T00:00:00Z", "--json")
    let entry = try #require(try bought.document()["entry"] as? [String: Any])
    let price = try #require(entry["price"] as? Double)
    // Then
    #expect(bought.messages.contains("The price of BTC is $"), "\(bought.messages)")
    #expect(bought.messages.contains("CoinGecko (sample)'s chart (\(day)"), "\(bought.messages)")
    let chart = try await program.start(["markets", "chart", "bitcoin", "--range", "1y"]).outcome()
    let line = chart.output.split(separator: "\n").first { $0.hasPrefix("\(day)T00:00:00") }
    #expect(line?.split(separator: "\t").last.flatMap { Double($0) } == price, "\(line ?? "no line")")
    // A swap uses both prices on that date.
    let swap = try await portfolio("swap", "btc", "0.5", "ethereum", "--date", "\(nextDay)T00:00:00Z", "--json")
    let swapped = try #require(try swap.document()["entry"] as? [String: Any])
    #expect((swapped["to_amount"] as? Double).map { $0 > 0 } == true)
    #expect(swap.messages.contains("The price of ETH is $"), "\(swap.messages)")
  }

  @Test("requires an explicit price if the source has no past prices")
  func sourceWithoutPast() async throws {
    let words = ["markets", "portfolio", "buy", "btc", "1", "--currency", "usd", "--date", "2026-01-31"]
    var other = program
    other.environment["FETCH_COUNTER_MARKETS_SOURCE"] = "price-list"
    let outcome = try await other.start(words).outcome()
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("There is no price for BTC in USD on that date"), "\(outcome.messages)")
    #expect(outcome.messages.contains("Specify it with --price"))
  }

  @Test("refuses to spend coins before they were received, with exit code 1 and the amount held at that time")
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
    #expect(early.messages.contains("You held only 0 BTC at 2024-01-31T00:00:00Z, but 1 are needed"))
    #expect(failure["kind"] as? String == "insufficient")
    #expect(needed.exitCode == 1)
    #expect(needed.messages.contains("of this entry"))
  }
}
