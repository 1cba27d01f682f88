import Foundation
import LoopbackServer
import Testing

@Suite("Doctor, cache and log")
struct DoctorAndCacheTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func checks(_ outcome: ProgramUnderTest.Outcome) throws -> [String: [String: Any]] {
    let list = try outcome.document()["checks"] as? [[String: Any]] ?? []
    return Dictionary(uniqueKeysWithValues: list.map { ($0["check"] as? String ?? "", $0) })
  }

  @Test("finds no problems on a fresh machine when running the doctor command")
  func well() async throws {
    let outcome = try await program.run("doctor", "--json")
    #expect(outcome.exitCode == 0)
    #expect(try outcome.document()["ok"] as? Bool == true)
    #expect(try checks(outcome)["counter service"]?["message"] as? String == "inside the program")
  }

  @Test("runs all doctor checks, and reports each problem with a recovery suggestion")
  func notWell() async throws {
    // Given an unreachable service, a working service, a corrupt count and a data folder that other users can write to
    let server = try LoopbackServer { _ in .json(["employees": [String]()]) }
    defer { server.stop() }
    try program.folder.write("damaged", to: program.dataFolder.appending(path: "count.json"))
    let folder = program.dataFolder.path
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)

    // When
    let outcome = try await program.run(
      "doctor",
      "--json",
      "--counter-url",
      "http://127.0.0.1:1",
      "--directory-url",
      server.url.absoluteString
    )

    // Then
    #expect(outcome.exitCode == 1)
    let checks = try checks(outcome)
    #expect(checks["counter service"]?["state"] as? String == "bad")
    #expect((checks["counter service"]?["cure"] as? String)?.contains("running") == true)
    #expect(checks["directory service"]?["state"] as? String == "good")
    #expect(checks["count"]?["state"] as? String == "bad")
    #expect(checks["data folder"]?["state"] as? String == "warning")
    #expect(checks["data folder"]?["cure"] as? String == "Run 'chmod 700 \(folder)'.")
  }

  @Test(
    "reports services with errors or unreadable responses as failing in doctor",
    arguments: [ServerResponse.json(["error": "The service fails."], status: 500), .json(["unknown": 1])]
  )
  func failingServices(response: ServerResponse) async throws {
    let server = try LoopbackServer { _ in response }
    defer { server.stop() }
    let url = server.url.absoluteString
    let outcome = try await program.run(
      "doctor",
      "--json",
      "--counter-url",
      url,
      "--directory-url",
      url,
      "--markets-url",
      url
    )
    #expect(outcome.exitCode == 1)
    let checks = try checks(outcome)
    for service in ["counter", "directory", "markets"] {
      #expect(checks["\(service) service"]?["state"] as? String == "bad", "\(service)")
    }
  }

  @Test(
    "reports an unusable configuration only once in doctor, not in every dependent check",
    arguments: ["{", #"{"profile": "nowhere"}"#]
  )
  func unusableConfiguration(content: String) async throws {
    try program.folder.write(content, to: program.folder.url.appending(path: ".config/fetch-counter/config.json"))
    var program = program
    program.environment["FETCH_COUNTER_PROFILE"] = ""
    let outcome = try await program.run("doctor", "--json")
    #expect(outcome.exitCode == 1)
    let bad = try checks(outcome).values.filter { $0["state"] as? String == "bad" }
    #expect(bad.map { $0["check"] as? String } == ["configuration"])
    let text = try await program.run("doctor")
    #expect(text.messages.contains("1 check failed."))
  }

  @Test("checks every file in the data folder with doctor, and suggests how to recover corrupt files")
  func damagedFiles() async throws {
    // Given
    let folder = program.sampleFolder
    for name in ["count", "favourites", "alerts"] {
      try program.folder.write("damaged", to: folder.appending(path: "\(name).json"))
    }
    try program.folder.write("damaged", to: program.dataFolder.appending(path: "preferences.json"))
    try program.folder.write("damaged\n", to: folder.appending(path: "ledger.jsonl"))

    // When
    let checks = try checks(try await program.run("doctor", "--json"))

    // Then
    for (name, state, suggestion) in [
      ("count", "bad", "'fetch-counter reset'"), ("preferences", "bad", "To start over, rename the corrupt file."),
      ("favorites", "bad", "To start over, rename the corrupt file."),
      ("alerts", "bad", "To start over, rename the corrupt file."), ("ledger", "warning", "Restore"),
    ] {
      #expect(checks[name]?["state"] as? String == state, "\(name)")
      let told = checks[name]?["cure"] as? String
      #expect(told?.contains(suggestion) == true, "\(told ?? "no suggestion for \(name)")")
    }
  }

  @Test("reports a missing count with doctor if a backup exists, and keeps the backup during a fetch")
  func lostCount() async throws {
    // Given
    for _ in 0..<2 { #expect(try await program.run("fetch").exitCode == 0) }
    try FileManager.default.removeItem(at: program.countFile)
    let backup = URL(filePath: program.countFile.path + ".bak")
    let content = try Data(contentsOf: backup)

    // When
    let outcome = try await program.run("fetch")
    let finding = try #require(try checks(try await program.run("doctor", "--json"))["count"])

    // Then
    #expect(outcome.exitCode == 6)
    #expect(outcome.messages.contains("count.json.bak"))
    #expect(outcome.messages.contains("To start over, run 'fetch-counter reset'"))
    #expect(outcome.messages.ranges(of: "To ").count == 2)
    #expect(finding["state"] as? String == "bad")
    #expect((finding["cure"] as? String)?.contains("rename") == true)
    #expect(try Data(contentsOf: backup) == content)
    #expect(try await program.run("reset", "--force").exitCode == 0)
    #expect(try await program.run("fetch").exitCode == 0)
  }

  @Test("reports an unusable stored preference with doctor")
  func uselessPreference() async throws {
    // Given
    let file = program.dataFolder.appending(path: "preferences.json")
    try program.folder.write(#"{"schema": 1, "payload": {"currency": "xyz"}}"#, to: file)

    // When
    let finding = try #require(try checks(try await program.run("doctor", "--json"))["preferences"])

    // Then
    #expect(finding["state"] as? String == "bad")
    #expect((finding["message"] as? String)?.contains("xyz") == true)
    #expect((finding["cure"] as? String)?.contains("fetch-counter app settings") == true)
  }

  @Test("reports every invalid setting in doctor, with all recovery suggestions on standard error")
  func everyFault() async throws {
    // Given
    try program.folder.write("damaged", to: program.countFile)
    var wrong = program
    wrong.environment = ["FETCH_COUNTER_TIMEOUT": "soon", "FETCH_COUNTER_CURRENCY": "?"]
    // When
    let outcome = try await wrong.run("doctor")
    let checks = try checks(try await wrong.run("doctor", "--json"))
    // Then
    let message = try #require(checks["configuration"]?["message"] as? String)
    #expect(message.contains("FETCH_COUNTER_TIMEOUT has an invalid"))
    #expect(message.contains("FETCH_COUNTER_CURRENCY has an invalid"))
    #expect(outcome.exitCode == 1)
    for suggestion in ["configuration: Use a duration", "Use one of aud", "count: ", "'fetch-counter reset'"] {
      #expect(outcome.messages.contains(suggestion), "\(outcome.messages)")
    }
  }

  @Test("shows the cache folder, and clears the cache even if it doesn't exist yet")
  func cache() async throws {
    let shown = try await program.run("cache", "show", "--json").document()
    #expect(shown["entries"] as? Int == 0)
    #expect(shown["size_limit"] as? Int == 256_000_000)
    #expect((shown["folder"] as? String)?.hasSuffix("fetch-counter/http") == true)
    #expect(try await program.run("cache", "clear").exitCode == 0)
  }

  @Test("logs one JSON object per request, without response contents")
  func log() async throws {
    // When
    let file = program.folder.url.appending(path: "log.jsonl")
    var logged = program
    logged.environment["FETCH_COUNTER_LOG"] = file.path
    let start = Date()
    let outcome = try await logged.run("fetch", "--json")

    // Then
    let code = try #require(try outcome.document()["response_code"] as? String)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains(code))
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(entry["status"] as? Int == 200)
      #expect(entry["level"] as? String == "info")
      #expect((entry["request_id"] as? String)?.isEmpty == false)
      // The log grows over days, so entries need a date (RFC 3339).
      let time = try #require(entry["time"] as? String)
      let written = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
      #expect((start.addingTimeInterval(-0.001)...Date()).contains(written))
    }
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("logs the level given with --log-level and higher levels")
  func logLevel() async throws {
    for (level, expected) in [("info", ["info", "info"]), ("warning", [])] {
      let file = program.folder.url.appending(path: "\(level).jsonl")
      _ = try await program.run("fetch", "--log", file.path, "--log-level", level)
      let levels = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["level"] as? String
      }
      #expect(levels == expected)
    }
  }

  @Test("completes the command if the log can't be written, and reports this only once", arguments: [[], ["--quiet"]])
  func fullLog(options: [String]) async throws {
    let outcome = try await program.start(["fetch", "--times", "3", "--log", "/dev/full"] + options).outcome()
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.split(separator: "\n").count == 3)
    let told = outcome.messages.split(separator: "\n").filter { $0.contains("/dev/full") }
    let warning =
      "Warning: Couldn't write to the log file /dev/full: the disk is full (ENOSPC). Some entries are missing."
    #expect(told == [warning[...]])
  }

  @Test(
    "completes the command if the log can't be opened, and reports the problem only once",
    arguments: ["missing", "folder", "pipe"]
  )
  func unopenedLog(kind: String) async throws {
    // Given
    let folder = program.folder.url
    let path: String
    let reason: String
    switch kind {
    case "folder": (path, reason) = (folder.path, "the path is a folder, not a file (EISDIR)")
    case "pipe":
      (path, reason) = (folder.appending(path: "pipe").path, "no program is reading from it")
      try #require(mkfifo(path, 0o600) == 0)
    default: (path, reason) = ("/nonexistent/log", "no such file or folder (ENOENT)")
    }

    // When
    let outcome = try await program.run("fetch", "--log", path)

    // Then
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasSuffix("\t1\n"))
    #expect(outcome.messages == "Warning: Couldn't write to the log file \(path): \(reason). Nothing is logged.\n")
  }

  @Test("sends no requests over the network with --offline, but to the services inside the program")
  func offline() async throws {
    #expect(try await program.run("fetch", "--offline").exitCode == 0)
    #expect(try await program.run("directory", "list", "--offline").exitCode == 0)
    #expect(try await program.run("reset", "--force").exitCode == 0)
    let outcome = try await program.run("fetch", "--offline", "--json", "--profile", "live")
    #expect(outcome.exitCode == 3)
    #expect(try outcome.failure()["kind"] as? String == "cache_miss")
    for arguments in [["directory", "list"], ["open", "directory"]] {
      let outcome = try await program.start(arguments + ["--offline", "--profile", "live"]).outcome()
      #expect(outcome.exitCode == 3)
      #expect(outcome.messages.contains("equests are turned off with --offline"), "\(outcome.messages)")
      #expect(outcome.messages.contains("without --offline"), "\(outcome.messages)")
      #expect(!outcome.messages.contains("amazonaws"), "\(outcome.messages)")
    }
    #expect(try await program.run("status").output.hasPrefix("0\t"))
  }
}
