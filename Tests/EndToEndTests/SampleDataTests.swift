import Foundation
import LoopbackServer
import Testing

@Suite("Sample data")
struct SampleDataTests {
  private let program: ProgramUnderTest

  /// Creates a program without a chosen profile.
  init() throws {
    program = ProgramUnderTest(in: try TemporaryFolder(), environment: ["FETCH_COUNTER_PROFILE": ""])
  }

  private static let notice =
    "Sample data: invented. For real data, use --profile live or 'fetch-counter setup'; "
    + "--profile sample hides this line.\n"

  @Test(
    "says that data is invented, unless the profile was chosen",
    arguments: [
      ["fetch"], ["status"], ["reset", "--force"], ["directory", "list"], ["markets", "list"], ["open", "counter"],
      ["markets", "portfolio", "show"], ["markets", "alerts"],
    ]
  )
  func notice(command: [String]) async throws {
    let outcome = try await program.start(command).outcome()
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.hasPrefix(Self.notice), "\(outcome.messages)")
    for words in [["--profile", "sample"], ["--quiet"]] {
      #expect(!(try await program.start(command + words).outcome().messages.contains("Sample data")), "\(words)")
    }
    let json = try await program.start(command + ["--json"]).outcome()
    #expect(json.messages == Self.notice)
    #expect(try json.document()["sample"] as? Bool == true)
  }

  @Test("says nothing about commands that don't use the services", arguments: [["version"], ["config"], ["flags"]])
  func otherCommands(command: [String]) async throws {
    let outcome = try await program.start(command + ["--json"]).outcome()
    #expect(outcome.messages.isEmpty)
    #expect(try outcome.document()["sample"] == nil)
  }

  @Test("keeps invented and real data apart")
  func folders() async throws {
    // Given data in both folders
    let server = try program.start(["serve", "--port", "0"])
    defer { server.send(signal: SIGKILL) }
    let counter = ["--counter-url", try await server.servedAddress()]
    let markets = ["--markets-url", try await server.servedAddress(of: "Markets")]
    for words in [[], ["--times", "2"] + counter] {
      #expect(try await program.start(["fetch"] + words).outcome().exitCode == 0)
    }
    for (amount, words) in [("1", []), ("2", markets)] {
      let buy = ["markets", "portfolio", "buy", "bitcoin", amount, "--price", "10"] + words
      #expect(try await program.start(buy).outcome().exitCode == 0)
      let add = ["markets", "alerts", "add", "bitcoin", "above", amount] + words
      #expect(try await program.start(add).outcome().exitCode == 0)
    }

    // Then
    func counted(_ words: [String]) async throws -> Int? {
      try await program.start(["status", "--json"] + words).outcome().document()["fetch_count"] as? Int
    }
    func lines(_ command: String, _ field: Int, _ words: [String]) async throws -> [String] {
      try await program.start(["markets", command] + words).outcome().output.split(separator: "\n").map { line in
        String(line.split(separator: "\t", omittingEmptySubsequences: false)[field])
      }
    }
    #expect(try await (counted([]), counted(counter)) == (1, 2))
    #expect(try await (lines("portfolio", 2, []), lines("portfolio", 2, markets)) == (["1"], ["2"]))
    #expect(try await (lines("alerts", 4, []), lines("alerts", 4, markets)) == (["1"], ["2"]))
    #expect(FileManager.default.fileExists(atPath: program.countFile.path))
    #expect(FileManager.default.fileExists(atPath: program.dataFolder.appending(path: "count.json").path))
  }

  @Test(
    "refuses to act on invented prices unless the profile was chosen",
    arguments: [["check", "btc", "above", "1"], ["watch", "--until-alert", "--timeout", "1s"]]
  )
  func scripts(command: [String]) async throws {
    let outcome = try await program.start(["markets"] + command + ["--json"]).outcome()
    #expect(outcome.exitCode == 2)
    #expect(try outcome.failure()["kind"] as? String == "sample_data")
    #expect((try outcome.failure()["hint"] as? String)?.contains("--profile live") == true)
    let chosen = try await program.start(["markets", "check", "btc", "above", "1", "--profile", "sample"]).outcome()
    #expect(chosen.exitCode == 0)
    #expect(chosen.messages.isEmpty)
  }

  @Test("adds no member to the documents of other services")
  func otherServices() async throws {
    let server = try LoopbackServer { _ in
      .json(Data(#"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":5}]"#.utf8))
    }
    defer { server.stop() }
    let outcome = try await program.run("markets", "list", "--json", "--markets-url", server.url.absoluteString)
    #expect(outcome.messages.isEmpty)
    #expect(try outcome.document()["sample"] == nil)
  }
}
