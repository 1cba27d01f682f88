import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("Ledger durability")
struct DurabilityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func changes(_ calls: FaultyFileSystem) -> [FileSystemOperation] {
    let operations: Set<FileSystemOperation> = [.write, .synchronize, .truncate, .rename, .makeFolder]
    return calls.calls.filter { operations.contains($0.operation) && !$0.path.hasSuffix(".lock") }.map(\.operation)
  }

  @Test("synchronizes new directories, the ledger file and its directory for the first entry")
  func firstEntry() throws {
    let calls = FaultyFileSystem(LiveFileSystem())
    try FileLedger(path: folder.path("a/b/ledger.jsonl"), on: calls).enter(buy("1"))
    #expect(
      changes(calls) == [
        // Creating b fails because a is missing. Then a and b are created and made durable, and the line is written.
        // Finally, the file and its directory are synchronized.
        .makeFolder, .makeFolder, .synchronize, .makeFolder, .synchronize, .write, .synchronize, .synchronize,
      ]
    )
  }

  @Test("writes and synchronizes each further ledger entry once")
  func furtherEntries() throws {
    let path = folder.path("ledger.jsonl")
    try FileLedger(path: path).enter(buy("1"))
    let calls = FaultyFileSystem(LiveFileSystem())
    try FileLedger(path: path, on: calls).enter(sell("1"))
    #expect(changes(calls).suffix(2) == [.write, .synchronize])
    #expect(changes(calls).filter { $0 == .synchronize }.count == 1)
  }

  @Test("stores an incomplete line in a separate file before removing it from the ledger")
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

  @Test("writes and synchronizes an import in a single step")
  func importing() throws {
    let calls = FaultyFileSystem(LiveFileSystem())
    let rows = (1...100).map { index in
      LedgerImportRow(position: .entry(index), entry: LedgerEntry(time: noon, action: buy("1")))
    }
    try FileLedger(path: folder.path("ledger.jsonl"), on: calls).add(rows)
    #expect(changes(calls).suffix(3) == [.write, .synchronize, .synchronize])
  }

  @Test("writes nothing if the ledger refuses an entry")
  func refused() throws {
    let path = folder.path("ledger.jsonl")
    try FileLedger(path: path).enter(buy("1"))
    let calls = FaultyFileSystem(LiveFileSystem())
    #expect(throws: LedgerError.self) { try FileLedger(path: path, on: calls).enter(sell("2")) }
    #expect(!changes(calls).contains(.write))
  }
}
