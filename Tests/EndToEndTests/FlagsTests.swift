import Foundation
import Testing

@Suite("Feature flags", .timeLimit(.minutes(2)))
struct FlagsTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test("are decided by the option, the variable, the file, what was set, and their default, in this order")
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

  @Test("that were set are forgotten by unset")
  func unset() async throws {
    _ = try await program.run("flags", "set", "supportEUR", "on")
    #expect(try await program.run("flags", "unset", "supportEUR").output == "false\n")
    #expect(try await program.run("flags", "get", "supportEUR").output == "false\n")
  }

  @Test("say which layer decides and what the others say")
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

  @Test("that there are not are refused with the nearest one, and values that don't fit with what is expected")
  func mistakes() async throws {
    let unknown = try await program.run("flags", "set", "suportEUR", "on")
    #expect(unknown.exitCode == 2)
    #expect(unknown.messages.contains("Did you mean 'supportEUR'?"))
    let malformed = try await program.run("flags", "set", "supportEUR", "maybe")
    #expect(malformed.exitCode == 2)
    #expect(malformed.messages.contains("expected true or false"))
  }

  @Test("that can't be read are left as they are")
  func damagedStore() async throws {
    let file = program.folder.url.appending(path: "data/fetch-counter/flags.json")
    try program.folder.write("damaged", to: file)
    let outcome = try await program.run("flags", "set", "supportEUR", "on")
    #expect(outcome.exitCode == 6)
    #expect(try String(contentsOf: file, encoding: .utf8) == "damaged")
  }
}
