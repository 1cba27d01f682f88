import Foundation
import Testing

@Suite("The count is never wrong", .timeLimit(.minutes(5)))
struct DurabilityTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test("when 100 processes fetch at once")
  func countsConcurrentProcesses() async throws {
    // Given a count of 1
    _ = try await program.run("fetch")
    // When 100 processes fetch at once
    let runs = try (0..<100).map { _ in try program.start(["fetch"]) }
    var counts: Set<Int> = []
    for run in runs {
      let outcome = await run.outcome()
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
      counts.insert(Int(outcome.output.dropLast().split(separator: "\t").last ?? "") ?? -1)
    }
    // Then each has a count of its own, and together they are exactly 100
    #expect(counts == Set(2...101))
    #expect(try await program.run("status").output.hasPrefix("101\t"))
  }

  @Test("when the program is killed at random moments, 100 times")
  func survivesKills() async throws {
    var highestPrinted = 0
    for round in 1...100 {
      // Given a loop of fetches
      let loop = try program.start(["fetch", "--times", "100000"])
      // When it is killed at some moment, often before or in the middle of a write; what the moment hits is not reproducible anyway
      try await Task.sleep(for: .microseconds(Int.random(in: 0...150_000)))
      loop.send(signal: SIGKILL)
      let outcome = await loop.outcome()
      #expect(outcome.signal == SIGKILL, "\(outcome.messages)")
      // Then the count is at least what was printed last, in this round or before, and the file is readable
      let complete = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let last = complete.last {
        let printed = try #require(Int(last.split(separator: "\t").last ?? ""))
        #expect(printed > highestPrinted, "round \(round): \(printed) printed after \(highestPrinted)")
        highestPrinted = printed
      }
      let status = try await program.run("status", "--json")
      #expect(status.exitCode == 0, "round \(round): \(status.output)")
      let count = try #require(try status.document()["fetch_count"] as? Int)
      // One more of each round may be on disk that the kill kept from being printed.
      let isRight = (highestPrinted...(highestPrinted + 1)).contains(count)
      #expect(isRight, "round \(round): \(highestPrinted) printed, \(count) kept")
      highestPrinted = max(highestPrinted, count)
    }
    #expect(highestPrinted > 0)
    // And nothing is left behind by the killed ones once another one has written
    _ = try await program.run("fetch")
    let folder = program.countFile.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(Set(names).isSubset(of: ["count.json", "count.json.bak", "count.json.lock"]), "\(names)")
  }
}
