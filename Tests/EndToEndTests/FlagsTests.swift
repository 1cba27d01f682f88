import Foundation
import Testing

@Suite("Feature flags")
struct FlagsTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test("uses a flag's option first, then the variable, the file, the stored value and the default")
  func layers() async throws {
    // Given
    var layered = program
    func value(_ arguments: String...) async throws -> String {
      try await layered.start(["flags", "get", "supportEUR"] + arguments).outcome().output
    }
    #expect(try await value() == "false\n")

    // When, Then
    #expect(try await program.run("flags", "set", "supportEUR", "on").output == "true\n")
    #expect(try await value() == "true\n")
    let file = program.folder.url.appending(path: ".config/fetch-counter/config.json")
    try program.folder.write(#"{"flags": {"supportEUR": false}}"#, to: file)
    #expect(try await value() == "false\n")
    layered.environment["FETCH_COUNTER_FLAG_SUPPORT_EUR"] = "yes"
    #expect(try await value() == "true\n")
    #expect(try await value("--flag", "supportEUR=off") == "false\n")
  }

  @Test("falls back to the next source's flag value after flags unset")
  func unset() async throws {
    _ = try await program.run("flags", "set", "supportEUR", "on")
    #expect(try await program.run("flags", "unset", "supportEUR").output == "false\n")
    #expect(try await program.run("flags", "get", "supportEUR").output == "false\n")
  }

  @Test("shows which source determines a flag, and lists the values from other sources")
  func explain() async throws {
    var layered = program
    layered.environment["FETCH_COUNTER_FLAG_SUPPORT_EUR"] = "perhaps"
    _ = try await program.run("flags", "set", "supportEUR", "on")
    let document = try await layered.run("flags", "explain", "supportEUR", "--json").document()
    #expect(document["value"] as? Bool == true)
    #expect(document["decided_by"] as? String == "stored: supportEUR")
    let layers = try #require(document["layers"] as? [[String: Any]])
    #expect(layers.contains { $0["verdict"] as? String == "malformed" && $0["says"] as? String == "perhaps" })
  }

  @Test("rejects unknown flags and suggests the closest match, and rejects invalid values and lists valid ones")
  func mistakes() async throws {
    let unknown = try await program.run("flags", "set", "suportEUR", "on")
    #expect(unknown.exitCode == 2)
    #expect(unknown.messages.contains("Did you mean 'supportEUR'?"))
    let malformed = try await program.run("flags", "set", "supportEUR", "maybe")
    #expect(malformed.exitCode == 2)
    #expect(malformed.messages.contains("expected true or false"))
  }

  @Test("rejects unknown flags and invalid values in the --flag option of any command")
  func assignments() async throws {
    for (word, told) in [
      ("suportEUR=on", "Did you mean supportEUR=on?"), ("supportEUR=maybe", "its value is not true or false"),
      ("supportEUR", "= is missing between the flag and its value"), ("somethingElse=on", "where FLAG is supportEUR"),
    ] {
      let outcome = try await program.run("status", "--flag", word)
      #expect(outcome.exitCode == 2, "\(word)")
      #expect(outcome.messages.contains(told), "\(outcome.messages)")
    }
  }

  @Test("warns once about unknown flags in variables and the configuration file when a command reads flags")
  func unknownNames() async throws {
    // Given
    var layered = program
    layered.environment["FETCH_COUNTER_FLAG_SUPORT_EUR"] = "on"
    try program.folder.write(
      #"{"flags": {"suportEur": true}}"#,
      to: program.folder.url.appending(path: ".config/fetch-counter/config.json")
    )
    for words in [["flags", "list"], ["markets", "list"]] {
      // When
      let outcome = try await layered.start(words).outcome()
      // Then
      #expect(outcome.exitCode == 0)
      let lines = outcome.messages.split(separator: "\n").filter { $0.contains("doesn't match any flag") }
      #expect(lines.count == 2, "\(outcome.messages)")
      #expect(lines.first?.contains("Did you mean FETCH_COUNTER_FLAG_SUPPORT_EUR?") == true, "\(lines)")
      #expect(lines.allSatisfy { $0.hasPrefix("Warning: ") })
    }
  }

  @Test("leaves an unreadable flags file unchanged")
  func damagedStore() async throws {
    let file = program.folder.url.appending(path: "data/fetch-counter/flags.json")
    try program.folder.write("damaged", to: file)
    let outcome = try await program.run("flags", "set", "supportEUR", "on")
    #expect(outcome.exitCode == 6)
    #expect(try String(contentsOf: file, encoding: .utf8) == "damaged")
  }
}
