import Foundation
import LoopbackServer
import Testing

@Suite("Fetch batches")
struct ManyFetchesTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func counts(_ outcome: ProgramUnderTest.Outcome) -> [Int] {
    outcome.output.split(separator: "\n").compactMap { Int($0.split(separator: "\t").last ?? "") }
  }

  /// Returns everything that a command writes to a terminal.
  private func terminalOutput(_ arguments: [String]) async throws -> String {
    let session = try InteractiveSession(program, arguments)
    #expect(await session.ending().exitCode == 0)
    return session.text
  }

  private func storedCount(of address: String? = nil) async throws -> Int? {
    let service = address.map { ["--counter-url", $0] } ?? []
    return try await program.start(["status", "--json"] + service).outcome().document()["fetch_count"] as? Int
  }

  @Test("completes concurrent fetches even though each path invalidates the previous path")
  func succeedAtOnce() async throws {
    // Given the service in another process
    let server = try program.start(["serve", "--port", "0"])
    defer { server.send(signal: SIGKILL) }
    let address = try await server.servedAddress()
    // When 1,000 fetches run, 16 at a time
    let outcome = try await program.run(
      "fetch",
      "--times",
      "1000",
      "--concurrency",
      "16",
      "--counter-url",
      address
    )
    // Then each fetch is counted and printed once
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(Set(counts(outcome)) == Set(1...1_000))
    #expect(outcome.output.split(separator: "\n").count == 1_000)
    #expect(outcome.messages.contains("Succeeded: 1000 of 1000\n"))
    #expect(try await storedCount(of: address) == 1_000)
  }

  @Test("counts all fetches when several processes use the same service")
  func succeedInProcesses() async throws {
    let server = try program.start(["serve", "--port", "0"])
    defer { server.send(signal: SIGKILL) }
    let address = try await server.servedAddress()
    let arguments = ["fetch", "--times", "50", "--concurrency", "4", "--counter-url", address, "--json"]
    let runs = try (0..<3).map { _ in try program.start(arguments) }
    var told = 0
    for run in runs {
      let outcome = await run.outcome()
      let summary = try #require(try outcome.document()["summary"] as? [String: Any])
      told += try #require(summary["succeeded"] as? Int)
      // Other processes can interrupt a fetch more often than it retries. There must be no other failures.
      let failures = try #require(summary["failures"] as? [[String: Any]])
      #expect(failures.allSatisfy { $0["kind"] as? String == "path_superseded" }, "\(failures)")
    }
    #expect(told > 0)
    #expect(try await storedCount(of: address) == told)
  }

  @Test("prints a batch summary on standard error, unless --quiet is given")
  func summarize() async throws {
    let outcome = try await program.run("fetch", "--times", "3")
    #expect(counts(outcome) == [1, 2, 3])
    let titles = outcome.messages.split(separator: "\n").map { $0.split(separator: ":")[0] }
    #expect(titles == ["Response Code", "Fetch Count", "Succeeded", "Time", "Duration"])
    #expect(outcome.messages.contains("Fetch Count: 3\nSucceeded: 3 of 3\n"))
    #expect(outcome.messages.contains("Duration: p50 "))
    let quiet = try await program.run("fetch", "--times", "3", "--quiet")
    #expect(counts(quiet) == [4, 5, 6])
    #expect(quiet.messages.isEmpty)
  }

  @Test("prints only the batch summary with --plain")
  func summarizeInPlainText() async throws {
    let outcome = try await program.run("fetch", "--times", "3", "--plain")
    #expect(outcome.output.contains("Fetch Count: 3\nSucceeded: 3 of 3\n"))
    #expect(outcome.messages.isEmpty)
  }

  @Test("shows a progress bar on a terminal, and replaces it with the summary")
  func showProgress() async throws {
    let screen = try await terminalOutput(["fetch", "--times", "20", "--color", "never"])
    let lines = screen.split(separator: "\r\n").map { $0.split(separator: "\r").last ?? "" }
    #expect(screen.contains("Fetching "))
    #expect(screen.contains(" of 20"))
    #expect(lines.count == 5)
    #expect(lines.contains { $0.hasPrefix("Succeeded") && $0.hasSuffix("20 of 20") })
    #expect(!lines.contains { $0.contains("Fetching") })
    #expect(!(try await terminalOutput(["fetch", "--times", "20", "--quiet"]).contains("Fetching")))
  }

  @Test("erases the progress bar before printing lines for --verbose")
  func keepLinesWhole() async throws {
    let arguments = ["fetch", "--times", "6", "--verbose", "--color", "never"]
    let screen = try await terminalOutput(arguments)
    let visible = screen.replacing("\r\n", with: "\n").split(separator: "\n").map { line in
      // A terminal overwrites the previous content of a line.
      line.split(separator: "\r", omittingEmptySubsequences: false).reduce(into: [Character]()) { cells, text in
        cells.replaceSubrange(0..<min(text.count, cells.count), with: text)
      }
    }
    let requests = visible.map { String($0).trimmingCharacters(in: .whitespaces) }.filter { $0.contains("GET") }
    #expect(requests.count == 12, "\(screen)")
    for line in requests {
      #expect(line.wholeMatch(of: /GET http[^ ]+ → 200 in [0-9.]+ m?s( \[[^\]]+\])?/) != nil, "\(line)")
    }
  }

  @Test("prints a batch as one JSON document with a summary")
  func areOneDocument() async throws {
    let document = try await program.run("fetch", "--times", "5", "--concurrency", "2", "--json").document()
    #expect(Set(document.keys) == ["fetches", "sample", "summary"])
    let fetches = try #require(document["fetches"] as? [[String: Any]])
    #expect(fetches.map { $0["fetch_count"] as? Int } == [1, 2, 3, 4, 5])
    let summary = try #require(document["summary"] as? [String: Any])
    #expect(
      Set(summary.keys) == [
        "requested", "succeeded", "failed", "failures", "interrupted", "elapsed_seconds", "fetches_per_second",
        "duration_ms",
      ]
    )
    #expect(summary["requested"] as? Int == 5)
    #expect(summary["succeeded"] as? Int == 5)
    #expect(summary["failed"] as? Int == 0)
    #expect(summary["interrupted"] as? Bool == false)
    let durations = try #require(summary["duration_ms"] as? [String: Double])
    let (median, slow, slowest) = (durations["p50"] ?? 0, durations["p95"] ?? 0, durations["p99"] ?? 0)
    #expect(median > 0)
    #expect(median <= slow)
    #expect(slow <= slowest)
  }

  @Test("continues a batch after failures, and exits with the code for the most frequent failure")
  func goOnAfterFailures() async throws {
    // Given a service that rejects every third request for a path and sends one invalid response
    let steps = Counter()
    let server = try LoopbackServer { request in
      guard request.path == "/" else { return .json(Data(#"{"path": "a", "response_code": "c0de"}"#.utf8)) }
      let step = steps.next()
      if step == 4 { return .text("{") }
      if step.isMultiple(of: 3) { return .text("out of order", status: 404) }
      return .json(Data(#"{"next_path": "http://\#(request.headers["Host"] ?? "")/a/"}"#.utf8))
    }
    defer { server.stop() }
    let words = ["fetch", "--times", "9", "--counter-url", server.url.absoluteString]
    // When nine codes are fetched
    let outcome = try await program.start(words + ["--json"]).outcome()
    // Then five fetches are counted
    #expect(outcome.exitCode == 4)
    let document = try outcome.document()
    #expect((document["fetches"] as? [Any])?.count == 5)
    let summary = try #require(document["summary"] as? [String: Any])
    #expect(summary["failed"] as? Int == 4)
    let failures = try #require(summary["failures"] as? [[String: Any]])
    #expect(failures.map { $0["kind"] as? String } == ["service_error", "answer_not_understood"])
    #expect(failures.map { $0["count"] as? Int } == [3, 1])
    let failure = try outcome.failure()
    #expect(failure["kind"] as? String == "service_error")
    let message = try #require(failure["message"] as? String)
    #expect(message.hasPrefix("4 of 9 fetches failed. Most frequent: "))
    #expect(message.contains("out of order"))
    #expect(try await storedCount(of: server.url.absoluteString) == 5)
  }

  @Test("stops a batch when the count can't be stored")
  func stopWithoutCount() async throws {
    try program.folder.write("{", to: program.countFile)
    let outcome = try await program.run("fetch", "--times", "1000000")
    #expect(outcome.exitCode == 6)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("Succeeded: 0 of 1000000\nFailed: 1\n"))
  }

  @Test("keeps and reports the counted fetches when a batch is interrupted", arguments: [SIGINT, SIGTERM], [1, 8])
  func keepTheCountWhenInterrupted(signal: Int32, concurrency: Int) async throws {
    // Given a long batch
    let run = try program.start(["fetch", "--times", "1000000", "--concurrency", "\(concurrency)"])
    try await run.waitForOutput { $0.split(separator: "\n").count >= 20 }
    // When it is interrupted
    run.send(signal: signal)
    let outcome = await run.outcome()
    // Then the signal ends the batch, and all counted fetches have been printed
    #expect(outcome.signal == signal)
    #expect(outcome.exitCode == 128 + signal)
    let counts = counts(outcome)
    #expect(counts.count >= 20)
    #expect(Set(counts) == Set(1...counts.count))
    #expect(outcome.messages.contains("Succeeded: \(counts.count) of 1000000, interrupted\n"))
    #expect(try await storedCount() == counts.count)
  }

  @Test("rejects an invalid concurrency for a batch", arguments: ["0", "257", "many"])
  func refuseAbsurdConcurrency(word: String) async throws {
    let outcome = try await program.run("fetch", "--times", "2", "--concurrency", word)
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("--concurrency"))
  }
}

/// A counter that starts at 1.
///
/// `@unchecked Sendable`: `last` is guarded by `lock`.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var last = 0

  func next() -> Int {
    lock.withLock {
      last += 1
      return last
    }
  }
}
