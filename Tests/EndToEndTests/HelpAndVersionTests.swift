import Foundation
import Testing

@Suite("Help and version")
struct HelpAndVersionTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

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
