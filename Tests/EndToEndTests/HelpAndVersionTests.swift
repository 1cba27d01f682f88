import Foundation
import Testing

@Suite("Help and version", .timeLimit(.minutes(1)))
struct HelpAndVersionTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test("prints help with at most 80 columns", arguments: [["--help"], ["-h"], ["help"], ["--jsno", "--help"]])
  func printsHelp(arguments: [String]) async throws {
    let outcome = try await program.start(arguments).outcome()
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.isEmpty)
    for word in ["Usage:", "Examples:", "fetch", "status", "reset", "serve", "--json", "--data-dir", "130"] {
      #expect(outcome.output.contains(word), "\(word)")
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("prints the same command help for every way to request it", arguments: ["fetch", "status", "reset", "serve"])
  func printsCommandHelp(command: String) async throws {
    let texts = [
      try await program.run("help", command).output,
      try await program.run(command, "--help").output,
      try await program.run(command, "-h").output,
    ]
    #expect(texts[0].contains("fetch-counter \(command)"))
    #expect(Set(texts).count == 1)
  }

  @Test("prints the program's semantic version")
  func printsVersion() async throws {
    let outcome = try await program.run("--version")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.wholeMatch(of: /fetch-counter \d+\.\d+\.\d+\n/) != nil)
  }

  @Test("prints help and version without a home or a data folder")
  func needsNoHome() async throws {
    var other = program
    other.environment = ["HOME": "", "XDG_DATA_HOME": ""]
    for arguments in [["--version"], ["completions", "bash"], ["help"]] {
      let outcome = try await other.start(arguments).outcome()
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
    }
    let fetch = try await other.run("fetch")
    #expect(fetch.exitCode == 2)
    #expect(fetch.messages.contains("--data-dir"))
  }
}
