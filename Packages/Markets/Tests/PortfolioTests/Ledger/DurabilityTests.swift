import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("What is acknowledged is on the disk")
struct DurabilityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The calls that change something or make it durable, in their order.
  private func changes(_ calls: FaultyFileSystem) -> [FileSystemOperation] {
    let operations: Set<FileSystemOperation> = [.write, .synchronize, .truncate, .rename, .makeFolder]
    return calls.calls.filter { operations.contains($0.operation) && !$0.path.hasSuffix(".lock") }.map(\.operation)
  }

  @Test("The first entry synchronises new folders, the file, and the folder that names it")
  func firstEntry() throws {
    let calls = FaultyFileSystem(LiveFileSystem())
    try FileLedger(path: folder.path("a/b/ledger.jsonl"), on: calls).enter(buy("1"))
    #expect(
      changes(calls) == [
        // b fails as a is missing; a fails as it is there: makes a, its entry durable; makes b, its entry durable.
        .makeFolder, .makeFolder, .synchronize, .makeFolder, .synchronize, .write, .synchronize, .synchronize,
      ]
    )
  }

  @Test("Every other entry is written in one call and synchronised once")
  func furtherEntries() throws {
    let path = folder.path("ledger.jsonl")
    try FileLedger(path: path).enter(buy("1"))
    let calls = FaultyFileSystem(LiveFileSystem())
    try FileLedger(path: path, on: calls).enter(sell("1"))
    #expect(changes(calls).suffix(2) == [.write, .synchronize])
    #expect(changes(calls).filter { $0 == .synchronize }.count == 1)
  }

  @Test("A line that was cut off is durable beside the file before it is taken out")
  func tornLine() throws {
    // Given
    let path = folder.path("ledger.jsonl")
    try FileLedger(path: path).enter(buy("1"))
    try folder.write(try folder.read("ledger.jsonl") + [0x7B], to: "ledger.jsonl")
    let calls = FaultyFileSystem(LiveFileSystem())

    // When
    try FileLedger(path: path, on: calls).enter(buy("1"))

    // Then
    #expect(
      changes(calls).suffix(6) == [.write, .synchronize, .synchronize, .truncate, .write, .synchronize]
    )
  }

  @Test("An import is written and synchronised as one")
  func importing() throws {
    let calls = FaultyFileSystem(LiveFileSystem())
    let rows = (1...100).map { index in
      LedgerImportRow(position: .entry(index), entry: LedgerEntry(time: noon, action: buy("1")))
    }
    try FileLedger(path: folder.path("ledger.jsonl"), on: calls).add(rows)
    #expect(changes(calls).suffix(3) == [.write, .synchronize, .synchronize])
  }

  @Test("A refused entry writes nothing")
  func refused() throws {
    let path = folder.path("ledger.jsonl")
    try FileLedger(path: path).enter(buy("1"))
    let calls = FaultyFileSystem(LiveFileSystem())
    #expect(throws: LedgerError.self) { try FileLedger(path: path, on: calls).enter(sell("2")) }
    #expect(!changes(calls).contains(.write))
  }
}
