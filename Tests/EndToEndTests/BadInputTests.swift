import Foundation
import LoopbackServer
import Testing

@Suite("Bad input")
struct BadInputTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test(
    "reports an invalid word on the command line and suggests the closest match",
    arguments: [
      (["fetchh"], "'fetchh'", "'fetch'"),
      (["fetch\u{1B}[2J"], "fetch", "help"),
    ]
  )
  func isExplained(arguments: [String], culprit: String, suggestion: String) async throws {
    let outcome = try await program.start(arguments).outcome()
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains(culprit), "\(outcome.messages)")
    #expect(outcome.messages.contains(suggestion), "\(outcome.messages)")
    #expect(!outcome.messages.contains("\u{1B}"))
  }

  @Test("reports an invalid command line as JSON with --json")
  func isJSONForScripts() async throws {
    let outcome = try await program.run("--json", "fetchh")
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.isEmpty)
    let failure = try outcome.failure()
    #expect(Set(failure.keys) == ["kind", "message", "hint"])
    #expect(failure["kind"] as? String == "usage")
  }

  @Test(
    "rejects an invalid service address before sending a request",
    arguments: [
      "localhost:8000", "http://user:secret@localhost:8000", "not a url", "",
    ]
  )
  func refusesAddresses(address: String) async throws {
    let option = try await program.run("fetch", "--counter-url=\(address)")
    #expect(option.exitCode == 2, "\(option.messages)")
    #expect(!option.messages.contains("secret"))
    guard !address.isEmpty else { return }
    var other = program
    other.environment["FETCH_COUNTER_COUNTER_URL"] = address
    let variable = try await other.run("fetch")
    #expect(variable.exitCode == 2, "\(variable.messages)")
    #expect(variable.messages.contains("FETCH_COUNTER_COUNTER_URL"))
    #expect(!variable.messages.contains("secret"))
  }

  @Test("reports a port that is in use and suggests a fix")
  func reportsTakenPorts() async throws {
    let server = try LoopbackServer { _ in .text("") }
    defer { server.stop() }
    let outcome = try await program.run("serve", "--port", "\(server.port)")
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("Port \(server.port)"))
    #expect(outcome.messages.contains("in use"))
    #expect(outcome.output.isEmpty)
  }

  @Test("reports the path of a data folder that is a file or is inside a file")
  func reportsUnusableFolders() async throws {
    let file = program.folder.url.appending(path: "file")
    try program.folder.write("precious", to: file)
    for path in [file.path, file.path + "/below"] {
      let outcome = try await program.run("fetch", "--data-dir", path)
      #expect(outcome.exitCode == 6, "\(outcome.messages)")
      #expect(outcome.messages.contains(path), "\(outcome.messages)")
      #expect(outcome.output.isEmpty)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "precious")
  }

  @Test("reports the path of an unwritable data folder, and prints no count")
  func reportsUnwritableFolders() async throws {
    // /proc rejects new files, even for root.
    try #require(FileManager.default.fileExists(atPath: "/proc/self"))
    let outcome = try await program.run("fetch", "--data-dir", "/proc/fetch-counter")
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("/proc/fetch-counter"), "\(outcome.messages)")
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "never overwrites a corrupt count file",
    arguments: [
      ("", "data_corrupt"),
      ("{\"schema\":1,\"written_by\":\"x\",\"payload\":{\"fetch_count\":-4}}", "data_corrupt"),
      (
        "{\"schema\":1,\"written_by\":\"x\",\"payload\":{\"fetch_count\":1,\"last_fetched_at\":\"2147483647-99-01T00:00:00Z\"}}",
        "data_corrupt"
      ),
      ("{\"schema\":99,\"written_by\":\"fetch-counter 9\",\"payload\":{\"new\":1}}", "data_newer"),
    ]
  )
  func keepsDamagedFiles(content: String, kind: String) async throws {
    try program.folder.write(content, to: program.countFile)
    let outcome = try await program.run("fetch")
    #expect(outcome.exitCode == 6, "\(outcome.messages)")
    #expect(outcome.messages.contains(program.countFile.path))
    #expect(outcome.output.isEmpty)
    let status = try await program.run("status", "--json")
    #expect(status.exitCode == 6)
    #expect(try status.failure()["kind"] as? String == kind)
    #expect(try String(contentsOf: program.countFile, encoding: .utf8) == content)
  }

  @Test("sets a corrupt count file aside on reset, byte for byte")
  func setsDamagedFilesAside() async throws {
    try program.folder.write("damaged", to: program.countFile)
    #expect(try await program.run("reset", "--force").exitCode == 0)
    #expect(try await program.run("fetch").output.hasSuffix("\t1\n"))
    let folder = program.countFile.deletingLastPathComponent()
    let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".corrupt-") }
    try #require(copies.count == 1)
    #expect(try String(contentsOf: folder.appending(path: copies[0]), encoding: .utf8) == "damaged")
  }

  @Test("fails if standard output can't be written")
  func reportsLostOutput() async throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let process = try SpawnedProcess(
      executable: ProgramUnderTest.executable.path,
      arguments: ["status"],
      environment: program.cleanEnvironment,
      output: .file("/dev/full")
    )
    #expect(await process.wait().exitCode == 1)
  }

  @Test("exits with different codes for an unmet price condition and for output that can't be written")
  func reportsLostCheck() async throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let process = try SpawnedProcess(
      executable: ProgramUnderTest.executable.path,
      arguments: ["markets", "check", "btc", "above", "1"],
      environment: program.cleanEnvironment,
      output: .file("/dev/full")
    )
    #expect(await process.wait().exitCode == 4)
  }

  @Test("reports that a ledger entry was recorded even if standard output can't be written")
  func reportsRecordedEntry() async throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let purchase = ["markets", "portfolio", "buy", "btc", "1", "--price", "100"]
    let log = program.folder.url.appending(path: "messages")
    let process = try SpawnedProcess(
      executable: ProgramUnderTest.executable.path,
      arguments: purchase,
      environment: program.cleanEnvironment,
      output: .file("/dev/full"),
      messages: .file(log.path)
    )
    #expect(await process.wait().exitCode == 1)
    let messages = try String(contentsOf: log, encoding: .utf8)
    #expect(messages.contains("The entry was recorded."), "\(messages)")
    #expect(messages.contains("Don't repeat the command."), "\(messages)")
    #expect(try await program.run("markets", "portfolio", "history").output.split(separator: "\n").count == 1)
  }
}
