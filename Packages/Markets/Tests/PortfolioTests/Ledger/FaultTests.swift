import Foundation
import Testing

@testable import Portfolio

@Suite("Whatever the disk refuses, the ledger has its old entries or the new one, and says which")
struct FaultTests {
  private static let codes = [ENOSPC, EIO, EACCES, EDQUOT, EINTR]

  /// The state before: an entry, and a torn line that the next entry has to put aside.
  private func prepare(_ folder: TemporaryFolder) throws -> LedgerEntry {
    let entry = try FileLedger(path: folder.path("ledger.jsonl"), now: { noon }).enter(buy("1"))
    try folder.write(try folder.read("ledger.jsonl") + Array(#"{"v":1,"id":"torn"#.utf8), to: "ledger.jsonl")
    return entry
  }

  /// The calls of an entry, of which every one is failed below.
  private static let log: [String] = {
    guard let folder = try? TemporaryFolder() else { return [] }
    let calls = FaultyFileCalls()
    _ = try? FaultTests().prepare(folder)
    _ = try? FileLedger(path: folder.path("ledger.jsonl"), calls: calls).enter(buy("2"))
    return calls.log
  }()

  @Test("A file that is too large is refused before it is read, and stays as it is")
  func tooLarge() throws {
    // Given a sparse file of a tebibyte
    let folder = try TemporaryFolder()
    let path = folder.path("ledger.jsonl")
    try folder.write([], to: "ledger.jsonl")
    try #require(truncate(path, 1 << 40) == 0)
    let ledger = FileLedger(path: path)
    let expected = LedgerError.unreadable(path: path, FileFailure(operation: "read", path: path, code: EFBIG))

    // Then
    #expect(throws: expected) { try ledger.snapshot() }
    #expect(throws: expected) { try ledger.enter(buy("1")) }
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 1 << 40)
  }

  @Test("A failure of every call with every code", arguments: codes)
  func everyCall(code: Int32) throws {
    #expect(Self.log.count > 20)
    for number in Self.log.indices {
      // Given
      let folder = try TemporaryFolder()
      let path = folder.path("ledger.jsonl")
      let first = try prepare(folder)
      let calls = FaultyFileCalls { call, _ in call == number ? .error(code) : nil }
      let ledger = FileLedger(path: path, calls: calls)

      // When
      let result = Result { try ledger.enter(buy("2")) }

      // Then
      let entries = try FileLedger(path: path).snapshot().entries()
      switch result {
      case .success(let added):
        // Only interrupted calls, and those after which the entry is safe, may go unnoticed.
        #expect(entries == [first, added])
      case .failure(LedgerError.notConfirmed):
        #expect(code != EINTR)
        #expect(entries.count == 2)
      case .failure:
        #expect(entries == [first])
      }
      let torn = try? folder.read("ledger.jsonl.torn-1")
      let hasTornLine = try String(decoding: folder.read("ledger.jsonl"), as: UTF8.self).contains("torn")
      #expect(torn != nil || hasTornLine)

      // When it is tried again, then it works, and the first instance knows all
      let second = try ledger.enter(buy("3"))
      #expect(try ledger.snapshot().entries() == entries + [second])
      #expect(try FileLedger(path: path).snapshot().entries() == entries + [second])
      #expect(try FileLedger(path: path).snapshot().problems.isEmpty)
    }
  }

  @Test("Writes that write only half, and a disk that is full in the middle")
  func shortWrites() throws {
    // Given
    let folder = try TemporaryFolder()
    let path = folder.path("ledger.jsonl")
    let short = FaultyFileCalls { _, name in name == "write" ? .short : nil }
    let entry = try FileLedger(path: path, calls: short).enter(buy("1"))
    #expect(try FileLedger(path: path).snapshot().entries() == [entry])
    let before = try folder.read("ledger.jsonl")

    // When half is written, and then nothing more
    let writes = Protected(0)
    let full = FaultyFileCalls { _, name in
      guard name == "write" else { return nil }
      return writes.withLock { count in
        count += 1
        return count == 1 ? .short : .error(ENOSPC)
      }
    }
    let ledger = FileLedger(path: path, calls: full)

    // Then
    let error = #expect(throws: LedgerError.self) { try ledger.enter(buy("2")) }
    guard case .notWritten(path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("was not changed") == true)
    #expect(try folder.read("ledger.jsonl") == before)
    #expect(try ledger.snapshot().entries() == [entry])
  }

  @Test("Of an import that does not fit nothing stays")
  func importOnFullDisk() throws {
    // Given
    let folder = try TemporaryFolder()
    let path = folder.path("ledger.jsonl")
    let rows = (1...50).map { index in
      LedgerImportRow(position: .entry(index), entry: LedgerEntry(time: noon, action: buy("1")))
    }
    let writes = Protected(0)
    let calls = FaultyFileCalls { _, name in
      guard name == "write" else { return nil }
      return writes.withLock { count in
        count += 1
        return count < 3 ? .short : .error(ENOSPC)
      }
    }

    // Then
    #expect(throws: LedgerError.self) { try FileLedger(path: path, calls: calls).add(rows) }
    #expect(try folder.read("ledger.jsonl").isEmpty)
  }
}
