import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("Concurrent access to a ledger")
struct ConcurrencyTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("ledger.jsonl") }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("keeps each entry exactly once when eight threads write through separate ledger instances")
  func threads() async throws {
    // When
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let ledger = FileLedger(path: path, lockTimeout: .seconds(600))
          for _ in 0..<25 { try ledger.enter(buy("1")) }
        }
      }
      try await group.waitForAll()
    }

    // Then
    let snapshot = try FileLedger(path: path).snapshot()
    #expect(snapshot.count == 200)
    #expect(snapshot.problems.isEmpty)
    #expect(snapshot.amount(ofCoin: "bitcoin") == 200)
  }

  @Test("lets threads share a ledger instance")
  func sharedInstance() async throws {
    // Given
    let ledger = FileLedger(path: path, lockTimeout: .seconds(600))

    // When
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<20).reduce(0) { count, _ in
            let entered = try? ledger.enter(buy("1"))
            return count + (entered == nil || (try? ledger.snapshot()) == nil ? 0 : 1)
          }
        }
      }
      let counts = await group.reduce(0, +)
      #expect(counts == 160)
    }

    // Then
    #expect(try FileLedger(path: path).snapshot().count == 160)
  }

  @Test("lets only one of many tasks sell the last coin")
  func lastCoin() async throws {
    // Given
    let path = path
    try FileLedger(path: path).enter(buy("5"))

    // When
    let sold = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let ledger = FileLedger(path: path, lockTimeout: .seconds(600))
          return (0..<5).reduce(0) { count, _ in count + ((try? ledger.enter(sell("1"))) == nil ? 0 : 1) }
        }
      }
      return await group.reduce(0, +)
    }

    // Then
    #expect(sold == 5)
    #expect(try FileLedger(path: path).snapshot().amount(ofCoin: "bitcoin") == 0)
  }

  @Test("prevents a process from selling coins that another process has sold")
  func processes() async throws {
    // Given
    let path = path
    let results = folder.path("sold-")
    try FileLedger(path: path).enter(buy("10"))

    // When each of four processes tries to sell six coins
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, results = results as String, number = number as Int] in
            let ledger = FileLedger(path: path, lockTimeout: .seconds(600))
            var sold = 0
            for _ in 0..<6 {
              do throws(LedgerError) {
                try ledger.enter(sell("1"))
                sold += 1
              } catch {
                guard case .refused(.insufficient) = error else { throw error }
              }
            }
            try Data([UInt8(sold)]).write(to: URL(fileURLWithPath: results + String(number)))
          }
        }
      }
    }

    // Then
    let sold = try (0..<4).reduce(0) { $0 + Int(try folder.read("sold-\($1)").first ?? 0) }
    #expect(sold == 10)
    #expect(try FileLedger(path: path).snapshot().count == 11)
    #expect(try FileLedger(path: path).snapshot().amount(ofCoin: "bitcoin") == 0)
  }

  @Test("adds an entry completely or not at all if a process is killed at any call", arguments: 0..<16)
  func kill(number: Int) async throws {
    // Given
    let path = path
    let first = try FileLedger(path: path).enter(buy("1"))

    // When
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, number = number as Int] in
      let calls = FaultyFileSystem(LiveFileSystem(), call: number, .before { raise(SIGKILL) })
      let ledger = FileLedger(path: path, on: calls)
      while true { try ledger.enter(buy("2")) }
    }

    // Then
    let ledger = FileLedger(path: path, lockTimeout: .zero)
    let snapshot = try ledger.snapshot()
    #expect(snapshot.entries().first == first)
    #expect(snapshot.count <= 2)
    #expect(snapshot.problems.isEmpty)
    try ledger.enter(sell("1"))
    #expect(try FileLedger(path: path).snapshot().count == snapshot.count + 1)
  }

  @Test("never reports damage in a line that is still being written")
  func readingWhileWriting() async throws {
    // Given
    let path = path
    try FileLedger(path: path).enter(buy("1"))

    // When writers write in two steps
    await withTaskGroup(of: Int.self) { group in
      group.addTask {
        let calls = FaultyFileSystem(LiveFileSystem()) { $0.operation == .write ? .short(120) : nil }
        let ledger = FileLedger(path: path, lockTimeout: .seconds(600), on: calls)
        return (0..<60).reduce(0) { count, _ in count + ((try? ledger.enter(buy("1"))) == nil ? 1 : 0) }
      }
      group.addTask {
        (0..<300).reduce(0) { count, _ in
          let snapshot = try? FileLedger(path: path, lockTimeout: .seconds(600)).snapshot()
          return count + (snapshot?.problemCount ?? 1)
        }
      }
      // Then
      let failures = await group.reduce(0, +)
      #expect(failures == 0)
    }
    #expect(try FileLedger(path: path).snapshot().count == 61)
  }
}
