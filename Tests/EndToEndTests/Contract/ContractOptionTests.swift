import Foundation
import Testing

/// Tests for contract rows that need a service in another process.
@Suite("Command line contract with served services", .serialized)
struct ContractOptionTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func serve(_ options: String...) async throws -> (server: RunningProgram, addresses: [String: String]) {
    let server = try program.start(["serve", "--port", "0", "--json"] + options)
    try await server.waitForOutput { $0.hasSuffix("\n") }
    let document = try JSONSerialization.jsonObject(with: Data(server.output.utf8))
    return (server, try #require(document as? [String: String]))
  }

  @Test("sends each service's requests only to the address in its option or variable")
  func addresses() async throws {
    // Given
    let (server, addresses) = try await serve("--employees", "3")
    #expect(JSONShape(of: addresses).description == "{counter_url,directory_url,markets_url}")
    let commands = [
      ("counter", "--counter-url", ["fetch"]), ("directory", "--directory-url", ["directory", "list"]),
      ("markets", "--markets-url", ["markets", "list", "--refresh"]),
    ]
    for (service, name, command) in commands {
      let address = try #require(addresses["\(service)_url"])

      // When
      let option = try await program.start(command + [name, address, "--verbose"]).outcome()
      var other = program
      other.environment["FETCH_COUNTER_\(service.uppercased())_URL"] = address
      let variable = try await other.start(command + ["--verbose"]).outcome()

      // Then
      for outcome in [option, variable] {
        #expect(outcome.exitCode == 0, "\(outcome.messages)")
        let asked = outcome.messages.split(separator: "\n").filter { $0.contains("GET ") }
        #expect(!asked.isEmpty, "\(outcome.messages)")
        #expect(asked.allSatisfy { $0.contains("GET \(address)") }, "\(outcome.messages)")
        if service == "directory" { #expect(outcome.output.split(separator: "\n").count == 3) }
      }
    }
    server.send(signal: SIGTERM)
    #expect(await server.outcome().exitCode == 143)
  }

  @Test("exits with 3 if a service doesn't respond within --timeout")
  func timeout() async throws {
    let (server, addresses) = try await serve("--fault", "stall:1")
    let address = try #require(addresses["counter_url"])
    let outcome = try await program.run("fetch", "--timeout", "300ms", "--counter-url", address, "--json")
    #expect(outcome.exitCode == 3)
    #expect(try outcome.failure()["kind"] as? String == "timed_out")
    #expect(
      (try outcome.failure()["message"] as? String)?.contains("within 300 milliseconds") == true,
      "\(outcome.output)"
    )
    server.send(signal: SIGINT)
    #expect(await server.outcome().exitCode == 130)
  }

  @Test(
    "prints failures as JSON documents with the same keys for every exit code",
    arguments: [
      (["markets", "show", "bitcoyn"], 1), (["fetchh"], 2), (["fetch", "--counter-url", "http://127.0.0.1:1"], 3),
      (["status"], 6),
    ] as [([String], Int32)]
  )
  func failures(arguments: [String], exitCode: Int32) async throws {
    // Given corrupt local data for the command that reads it
    if exitCode == 6 { try program.folder.write("{", to: program.countFile) }
    let outcome = try await program.start(arguments + ["--json"]).outcome()
    #expect(outcome.exitCode == exitCode)
    #expect(outcome.messages.isEmpty)
    #expect(JSONShape(of: try outcome.document()).description == "{error{hint,kind,message}}")
  }
}
