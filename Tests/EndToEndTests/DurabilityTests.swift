import BasicsTesting
import Foundation
import Testing

@Suite("Count durability")
struct DurabilityTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test("counts the fetches of concurrent processes exactly")
  func countsConcurrentProcesses() async throws {
    // Given a count of 1
    _ = try await program.run("fetch")
    // When many processes fetch at once
    let number = LongTests.rounds(byDay: 10, byNight: 100)
    let runs = try (0..<number).map { _ in try program.start(["fetch"]) }
    var counts: Set<Int> = []
    for run in runs {
      let outcome = await run.outcome()
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
      counts.insert(Int(outcome.output.dropLast().split(separator: "\t").last ?? "") ?? -1)
    }
    // Then each process prints a different count, and each fetch is counted once
    #expect(counts == Set(2...number + 1))
    #expect(try await program.run("status").output.hasPrefix("\(number + 1)\t"))
  }

  @Test("loses no printed count when the program is killed again and again at random moments")
  func survivesKills() async throws {
    var highestPrinted = 0
    for round in 1...LongTests.rounds(byDay: 10, byNight: 100) {
      // Given a loop of fetches
      let loop = try program.start(["fetch", "--times", "1000000"])
      // When the loop is killed after a random number of lines, often before the first one or during a write; such a
      // moment can't be reproduced even with a seed
      let lines = Int.random(in: 0...30)
      try await loop.waitForOutput { $0.count(where: \.isNewline) >= lines }
      loop.send(signal: SIGKILL)
      let outcome = await loop.outcome()
      #expect(outcome.signal == SIGKILL, "\(outcome.messages)")
      // Then the count is at least the last count printed in any round, and the file is readable
      let complete = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let last = complete.last {
        let printed = try #require(Int(last.split(separator: "\t").last ?? ""))
        #expect(printed > highestPrinted, "round \(round): \(printed) printed after \(highestPrinted)")
        highestPrinted = printed
      }
      let status = try await program.run("status", "--json")
      #expect(status.exitCode == 0, "round \(round): \(status.output)")
      let count = try #require(try status.document()["fetch_count"] as? Int)
      // Each round can store one more count than it printed before the kill.
      let isRight = (highestPrinted...(highestPrinted + 1)).contains(count)
      #expect(isRight, "round \(round): \(highestPrinted) printed, \(count) kept")
      highestPrinted = max(highestPrinted, count)
    }
    #expect(highestPrinted > 0)
    // And the next write removes all files left by the killed processes
    _ = try await program.run("fetch")
    let folder = program.countFile.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(Set(names).isSubset(of: ["count.json", "count.json.bak", "count.json.lock"]), "\(names)")
  }
}
