import Foundation
import LoopbackServer
import Testing

@Suite("Portfolio value command")
struct PortfolioValueTests {
  private var program: ProgramUnderTest

  init() throws {
    program = ProgramUnderTest(in: try TemporaryFolder())
    // On a busy machine, prices mustn't change between two commands.
    program.environment["FETCH_COUNTER_MARKETS_FRESHNESS"] = "1h"
  }

  private var ledgerFile: URL { program.sampleFolder.appending(path: "ledger.jsonl") }

  private func value(_ arguments: String...) async throws -> ProgramUnderTest.Outcome {
    try await program.start(["markets", "portfolio", "value"] + arguments).outcome()
  }

  private func buy(_ purchases: (days: Double, coin: String, amount: String)...) async throws {
    let rows = purchases.map { purchase in
      let time = Date(timeIntervalSinceNow: -purchase.days * 86_400).formatted(.iso8601)
      return "\(time),receive,\(purchase.coin),\(purchase.coin.prefix(3)),\(purchase.amount)"
    }
    let text = (["time,kind,coin,symbol,amount"] + rows).joined(separator: "\n")
    let arguments = ["markets", "portfolio", "import", "-", "--format", "csv"]
    #expect(try await program.start(arguments, input: text).outcome().exitCode == 0)
  }

  private func records(_ outcome: ProgramUnderTest.Outcome) -> [[String]] {
    outcome.output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test("prints portfolio values when piped, as JSON, as sentences with --plain, and from the cache when offline")
  func values() async throws {
    // Given
    try await buy((500, "bitcoin", "0.5"), (2, "ethereum", "4"))

    // When
    let lines = records(try await value())
    let document = try await value("--json").document()
    let plain = try await value("--plain")
    let offline = try await value("--offline")

    // Then
    #expect((168...170).contains(lines.count))
    #expect(lines.allSatisfy { $0.count == 3 && $0[2].isEmpty })
    let points = try #require(document["points"] as? [[String: Any]])
    #expect(points.count == lines.count)
    #expect(points.first?["at"] as? String == lines.first?[0])
    #expect(points.last.map { "\($0["value"] ?? "")" } == lines.last?[1])
    #expect(document["entries"] as? Int == 1)
    #expect(document["range"] as? String == "1w")
    #expect(plain.output.contains("Value AUD: \(lines.count) points"))
    #expect(!plain.output.contains("│"))
    #expect(records(offline) == lines)
    #expect(records(try await value("--range", "1d")).count > 280)
    // The chart has no data points before the first entry.
    #expect((500...502).contains(records(try await value("--range", "all")).count))
    #expect(try await value("--days", "9", "--range", "1y").exitCode == 2)
    #expect(try await value("--days", "0").exitCode == 2)
  }

  @Test("reports a nonexistent coin instead of valuing it at zero")
  func vanished() async throws {
    try await buy((40, "bitcoin", "1"), (30, "no-such-coin", "1000000"))
    let outcome = try await value("--days", "9")
    let document = try await value("--days", "9", "--json").document()
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.contains("Not counted: NO-. Not available from the source."))
    #expect(records(outcome).allSatisfy { $0[2] == "no-such-coin" })
    let gaps = try #require(document["gaps"] as? [[String: Any]])
    #expect(gaps.map { $0["coin"] as? String } == ["no-such-coin"])
  }

  @Test("prints the same JSON keys and sends no requests if the portfolio is empty")
  func nothing() async throws {
    let server = try LoopbackServer { _ in .json(Data("{}".utf8), status: 500) }
    defer { server.stop() }
    let address = server.url.absoluteString
    let empty = try await value("--markets-url", address)
    let document = try await value("--json", "--markets-url", address).document()
    try await buy((40, "bitcoin", "1"))
    let full = try await value("--json").document()
    #expect(empty.exitCode == 0)
    #expect(empty.output.isEmpty)
    #expect(empty.messages.contains("The ledger is empty."))
    #expect(Set(document.keys).union(["sample"]) == Set(full.keys))
    #expect((document["points"] as? [Any])?.isEmpty == true)
    #expect(server.statistics.requests == 0)
  }

  @Test("reports and skips corrupt ledger lines and lines from a newer version")
  func damagedLedger() async throws {
    // Given a line in the middle that can't be read
    try await buy((40, "bitcoin", "1"), (39, "ethereum", "1"), (38, "bitcoin", "2"))
    var lines = try String(contentsOf: ledgerFile, encoding: .utf8).split(separator: "\n").map(String.init)
    lines[1] = "{\"v\":1,\"id\":\u{1}damage"
    try program.folder.write(lines.joined(separator: "\n") + "\n", to: ledgerFile)

    // When
    let outcome = try await value("--range", "1d")

    // Then the value includes only bitcoin
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.contains("Ledger: "))
    let price = records(try await program.run("markets", "chart", "bitcoin", "--range", "1d")).last?[1]
    #expect(records(outcome).last?[1] == price.flatMap { Decimal(string: $0) }.map { "\($0 * 3)" })

    // When a newer version wrote the line
    lines[1] = "{\"v\":9}"
    try program.folder.write(lines.joined(separator: "\n") + "\n", to: ledgerFile)
    let newer = try await value("--range", "1d")

    // Then
    #expect(newer.messages.contains("newer version"))
    #expect(newer.output == outcome.output)
  }

  @Test("sends one request to a rate-limiting service, and reports the time of the next retry")
  func storm() async throws {
    try await buy((40, "bitcoin", "1"), (39, "ethereum", "1"), (38, "solana", "2"))
    try program.copySampleData()
    let server = try LoopbackServer { _ in
      .json(Data(#"{"status":{"error_code":429,"error_message":"Slow down."}}"#.utf8), status: 429)
        .header("Retry-After", "3600")
    }
    defer { server.stop() }
    let outcome = try await value("--json", "--markets-url", server.url.absoluteString)
    let error = try #require(try outcome.document()["error"] as? [String: Any])
    #expect(outcome.exitCode == 4)
    #expect(error["kind"] as? String == "rate_limited")
    #expect(error["hint"] as? String == "Next try in 60 min.")
    #expect(server.statistics.requests == 1)
  }

  @Test("reports that a source has no charts")
  func priceList() async throws {
    try await buy((40, "bitcoin", "1"))
    var other = program
    other.environment["FETCH_COUNTER_MARKETS_SOURCE"] = "price-list"
    let outcome = try await other.run("markets", "portfolio", "value")
    #expect(outcome.exitCode == 4)
    #expect(outcome.messages.contains("has only current prices"))
  }
}
