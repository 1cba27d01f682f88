import Foundation
import Testing

@Suite("Fetch command")
struct FetchTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func isIdentifier(_ text: some StringProtocol) -> Bool { UUID(uuidString: String(text)) != nil }

  @Test("prints the code and a count that increases across processes", arguments: [[], ["fetch"]])
  func countsAcrossProcesses(arguments: [String]) async throws {
    var codes: Set<Substring> = []
    for expected in 1...3 {
      let outcome = try await program.start(arguments).outcome()
      let fields = outcome.output.dropLast().split(separator: "\t")
      #expect(outcome.exitCode == 0)
      #expect(outcome.messages.isEmpty)
      #expect(outcome.output.hasSuffix("\n"))
      try #require(fields.count == 2)
      #expect(isIdentifier(fields[0]))
      #expect(fields[1] == "\(expected)")
      codes.insert(fields[0])
    }
    #expect(codes.count == 3)
  }

  @Test("prints a fetch as a JSON document with --json")
  func printsJSON() async throws {
    let start = Date().addingTimeInterval(-1)
    let document = try await program.run("fetch", "--json").document()
    #expect(Set(document.keys) == ["response_code", "fetch_count", "fetched_at", "sample"])
    #expect(isIdentifier(try #require(document["response_code"] as? String)))
    #expect(document["fetch_count"] as? Int == 1)
    let time = try Date(try #require(document["fetched_at"] as? String), strategy: .iso8601)
    // The time is printed without fractions of a second.
    #expect((start...Date()).contains(time))
  }

  @Test("prints a fetch as titles and values with --plain")
  func printsLinearText() async throws {
    let lines = try await program.run("fetch", "--plain").output.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("Response Code: "))
    #expect(lines[1] == "Fetch Count: 1")
  }

  @Test("repeats a fetch with --times, and prints one record per line")
  func repeats() async throws {
    let outcome = try await program.run("fetch", "--times", "3")
    #expect(outcome.output.split(separator: "\n").map { $0.split(separator: "\t")[1] } == ["1", "2", "3"])
    let document = try await program.run("fetch", "--times", "2", "--json").document()
    let counts = (document["fetches"] as? [[String: Any]])?.map { $0["fetch_count"] as? Int }
    #expect(counts == [4, 5])
  }

  @Test("prints requests on standard error with --verbose")
  func logsRequests() async throws {
    let outcome = try await program.run("fetch", "--verbose")
    let lines = outcome.messages.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("GET http://sample.localhost/") && $0.contains("→ 200") })
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test("reports a failure only once with --verbose")
  func reportsFailureOnce() async throws {
    let outcome = try await program.run("fetch", "--verbose", "--counter-url", "http://127.0.0.1:1")
    let lines = outcome.messages.split(separator: "\n")
    let failure = try #require(lines.first { $0.hasPrefix("fetch-counter: ") }).dropFirst("fetch-counter: ".count)
    #expect(outcome.exitCode == 3)
    #expect(!lines.contains(failure))
  }

  @Test("stores the count in a private file")
  func protectsItsFile() async throws {
    _ = try await program.run("fetch")
    let files = FileManager.default
    let file = try files.attributesOfItem(atPath: program.countFile.path)
    let folder = try files.attributesOfItem(atPath: program.countFile.deletingLastPathComponent().path)
    #expect((file[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect((folder[.posixPermissions] as? NSNumber)?.intValue == 0o700)
  }

  @Test("keeps a separate count in each data folder, and prefers the option over the variable")
  func choosesItsFolder() async throws {
    let one = program.folder.url.appending(path: "one").path
    let two = program.folder.url.appending(path: "two").path
    var other = program
    other.environment["FETCH_COUNTER_DATA_DIR"] = two
    _ = try await program.run("fetch", "--times", "2", "--data-dir", one)
    _ = try await other.run("fetch")
    #expect(try await other.run("status", "--data-dir", one).output.hasPrefix("2\t"))
    #expect(try await other.run("status").output.hasPrefix("1\t"))
    #expect(try await program.run("status").output == "0\t\n")
  }
}
