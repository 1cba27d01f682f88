import Foundation
import Testing

@Suite("Status and reset commands")
struct StatusAndResetTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test("shows a count of 0 before the first fetch, and creates no file")
  func startsAtZero() async throws {
    let outcome = try await program.run("status", "--json")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "{\"fetch_count\":0,\"last_fetched_at\":null,\"sample\":true}\n")
    #expect(try await program.run("status", "--plain").output == "Fetch Count: 0\nLast Fetched: never\n")
    #expect(!FileManager.default.fileExists(atPath: program.countFile.path))
  }

  @Test("shows the count and the time of the last fetch")
  func showsTheLastFetch() async throws {
    let fetched = try await program.run("fetch", "--json").document()
    let status = try await program.run("status", "--json").document()
    #expect(status["fetch_count"] as? Int == 1)
    #expect(status["last_fetched_at"] as? String == fetched["fetched_at"] as? String)
  }

  @Test("resets the count to 0 with --force")
  func resets() async throws {
    _ = try await program.run("fetch", "--times", "2")
    let outcome = try await program.run("reset", "--force", "--json")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "{\"fetch_count\":0,\"last_fetched_at\":null,\"sample\":true}\n")
    #expect(try await program.run("fetch").output.hasSuffix("\t1\n"))
  }

  @Test("requires --force for a reset without a terminal")
  func refusesToReset() async throws {
    _ = try await program.run("fetch")
    let outcome = try await program.run("reset", input: "yes\n")
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("--force"))
    #expect(try await program.run("status").output.hasPrefix("1\t"))
  }

  @Test(
    "resets the count on a terminal after confirmation",
    arguments: [("y\n", 0, "0"), ("YES\n", 0, "0"), ("n\n", 1, "1"), ("\n", 1, "1"), ("yesterday\n", 1, "1")]
      as [(String, Int32, String)]
  )
  func asksOnATerminal(answer: String, exitCode: Int32, count: String) async throws {
    _ = try await program.run("fetch")
    let session = try InteractiveSession(program, ["reset"])
    try await session.waits(for: "Set the fetch count to 0 and delete the recent codes? [y/N]")
    session.type(answer)
    #expect(await session.ending().exitCode == exitCode)
    #expect(try await program.run("status").output.hasPrefix("\(count)\t"))
  }

  @Test("aligns status columns on a terminal, with colors unless they are turned off")
  func alignsOnATerminal() async throws {
    _ = try await program.run("fetch")
    let colored = try InteractiveSession(program, ["status"])
    #expect(await colored.ending().exitCode == 0)
    #expect(colored.text.contains("\u{1B}["))
    var colorless = program
    colorless.environment["NO_COLOR"] = "1"
    let quiet = try InteractiveSession(colorless, ["status"])
    #expect(await quiet.ending().exitCode == 0)
    let session = try InteractiveSession(program, ["status", "--color", "never"])
    #expect(await session.ending().exitCode == 0)
    for text in [quiet.text, session.text] { #expect(!text.contains("\u{1B}")) }
    let lines = session.text.split(whereSeparator: \.isNewline).map { $0.filter { $0 != "\r" } }
    try #require(lines.count == 2)
    #expect(lines[0].contains("Fetch Count"))
    #expect(lines[0].hasSuffix(" 1"))
    #expect(lines[1].contains("Last Fetched"))
  }
}
