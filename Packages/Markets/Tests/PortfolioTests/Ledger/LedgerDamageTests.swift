import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("Damaged ledger file")
struct LedgerDamageTests {
  private let disk = InMemoryFileSystem()
  private let path = "/data/ledger.jsonl"
  private let torn = "/data/ledger.jsonl.torn-1"

  @Test("keeps all complete lines of a truncated ledger, and moves the rest to another file with the next entry")
  func prefixes() throws {
    // Given
    try makeGoldenLedger(path, on: disk)
    let golden = try #require(disk.contents(at: path))
    let entries = try FileLedger(path: path, on: disk).snapshot().entries()

    for length in 0...golden.count {
      let isNearEnd = golden[max(length - 2, 0)..<min(length + 1, golden.count)].contains(0x0A)
      guard LongTests.areEnabled || isNearEnd || length % 8 == 0 else { continue }
      // When
      let prefix = Array(golden[..<length])
      let wholeLines = prefix.count { $0 == 0x0A }
      let isWhole = length == golden.count || golden[length] == 0x0A
      let count = wholeLines + (isWhole && length > 0 && prefix.last != 0x0A ? 1 : 0)
      let isTorn = length > 0 && prefix.last != 0x0A && !isWhole
      if disk.contents(at: torn) != nil { try disk.unlink(torn) }
      disk.place(prefix, at: path)
      let ledger = FileLedger(path: path, on: disk)
      let snapshot = try ledger.snapshot()

      // Then
      #expect(snapshot.entries() == Array(entries[..<count]))
      #expect(snapshot.problems == (isTorn ? [LedgerProblem(line: wholeLines + 1, kind: .torn)] : []))
      #expect(disk.contents(at: path) == prefix)

      let added = try ledger.enter(buy("3", ethereum))
      let tornBytes = disk.contents(at: torn)
      let kept = prefix.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      #expect(tornBytes == (isTorn ? Array(prefix[kept...]) : nil))
      #expect(disk.contents(at: path)?.starts(with: isTorn ? Array(prefix[..<kept]) : prefix) == true)
      let after = try FileLedger(path: path, on: disk).snapshot()
      #expect(after.entries() == Array(entries[..<count]) + [added])
      #expect(after.problems.isEmpty)
      #expect(try ledger.snapshot().entries() == after.entries())
    }
  }

  @Test("reports every changed byte in a ledger", arguments: [0x01, 0xFF] as [UInt8])
  func flips(mask: UInt8) throws {
    // Given
    try makeGoldenLedger(path, on: disk)
    let golden = try #require(disk.contents(at: path))
    let entries = try FileLedger(path: path, on: disk).snapshot().entries()
    var losses = 0

    for place in golden.indices {
      // When
      var damaged = golden
      damaged[place] ^= mask
      disk.place(damaged, at: path)
      let snapshot = try FileLedger(path: path, on: disk).snapshot()

      // Then
      let found = snapshot.entries()
      #expect(Set(found).isSubset(of: entries))
      let lost = entries.filter { !found.contains($0) }
      if !lost.isEmpty {
        losses += 1
        #expect(snapshot.problemCount > 0)
      }
      // At most three entries are lost: the changed line, its neighbor if a line break changed, and a reversal of a
      // lost entry.
      #expect(lost.count <= 3)
      #expect(disk.contents(at: path) == damaged)
    }
    #expect(losses > golden.count / 2)
  }

  @Test("finds no entries in random bytes, and leaves the bytes unchanged")
  func garbage() throws {
    var random = BasicsTesting.SeededGenerator(seed: 5)
    for _ in 0..<200 {
      // Given
      let bytes = (0..<Int.random(in: 0...600, using: &random)).map { _ in
        Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : UInt8(ascii: "\n")
      }
      disk.place(bytes, at: path)

      // When
      let snapshot = try FileLedger(path: path, on: disk).snapshot()

      // Then
      #expect(snapshot.count == 0)
      #expect(disk.contents(at: path) == bytes)
    }
  }
}
