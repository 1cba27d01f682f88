import Basics
import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

let faultCodes: [SystemErrorCode] = [
  .noSpace, .inputOutput, .accessDenied, .quotaExceeded, .interrupted, .readOnlyFileSystem, .notPermitted,
  .tooManyOpenFiles, .notFound, .noMemory, .busy, .exists, .stale,
]

@Suite("Ledger on a failing disk")
struct FaultTests {
  private let path = "/data/ledger.jsonl"

  /// Creates a disk with a ledger whose incomplete last line must be moved to another file by the next addition.
  private func prepared() throws -> (disk: InMemoryFileSystem, first: LedgerEntry) {
    let disk = InMemoryFileSystem()
    let entry = try FileLedger(path: path, now: { noon }, on: disk).enter(buy("1"))
    let bytes = try #require(disk.contents(at: path))
    disk.place(bytes + Array(#"{"v":1,"id":"torn"#.utf8), at: path)
    return (disk, entry)
  }

  @Test("rejects a ledger file that is too large before reading it, and leaves it unchanged")
  func tooLarge() throws {
    // Given a sparse file of one tebibyte
    let folder = try TemporaryFolder()
    let path = folder.path("ledger.jsonl")
    try folder.write([], to: "ledger.jsonl")
    try #require(truncate(path, 1 << 40) == 0)
    let ledger = FileLedger(path: path)

    // Then
    let error = try #require(throws: LedgerError.self) { try ledger.snapshot() }
    #expect(error.description.contains("(EFBIG)"))
    #expect(throws: error) { try ledger.enter(buy("1")) }
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 1 << 40)
  }

  @Test(
    "adds an entry completely or not at all after an error at any call, and reports whether it was added",
    arguments: faultCodes
  )
  func everyCall(code: SystemErrorCode) throws {
    let counting = FaultyFileSystem(try prepared().disk)
    try FileLedger(path: path, on: counting).enter(buy("2"))
    #expect(counting.calls.count > 20)
    for (number, call) in counting.calls.enumerated() {
      // Given
      let (disk, first) = try prepared()
      let ledger = FileLedger(path: path, on: FaultyFileSystem(disk, call: number, .error(code)))

      // When
      let result = Result { () throws(LedgerError) in try ledger.record(buy("2"), note: nil, at: nil) }

      // Then
      let entries = try FileLedger(path: path, on: disk).snapshot().entries()
      switch result {
      case .success(let added):
        #expect(entries == [first, added.entry], "\(call)")
        #expect(added.snapshot.entries() == entries, "\(call)")
      case .failure(.notConfirmed): #expect(entries.count == 2, "\(call)")
      case .failure(.notWritten), .failure(.unreadable): #expect(entries == [first], "\(call)")
      case .failure(let error): Issue.record(error, "\(call)")
      }
      #expect(code != .interrupted || (try? result.get()) != nil, "\(call)")
      #expect(disk.openFileCount == 0, "\(call)")
      let content = String(decoding: try #require(disk.contents(at: path)), as: UTF8.self)
      let isSetAside = disk.names(in: "/data").contains { $0.hasPrefix("ledger.jsonl.torn-") }
      #expect(isSetAside || content.contains("torn"), "\(call)")

      // When the entry is added again, the addition succeeds and the first instance sees all entries
      let second = try ledger.enter(buy("3"))
      #expect(try ledger.snapshot().entries() == entries + [second], "\(call)")
      #expect(try FileLedger(path: path, on: disk).snapshot().entries() == entries + [second], "\(call)")
      #expect(try FileLedger(path: path, on: disk).snapshot().problems.isEmpty, "\(call)")
    }
  }

  @Test(
    "stores one entry or none after an error at any call while creating the ledger and its directory",
    arguments: faultCodes
  )
  func everyCallOfTheFirstEntry(code: SystemErrorCode) throws {
    let counting = FaultyFileSystem(InMemoryFileSystem())
    try FileLedger(path: path, on: counting).enter(buy("1"))
    for (number, call) in counting.calls.enumerated() {
      let disk = InMemoryFileSystem()
      let ledger = FileLedger(path: path, on: FaultyFileSystem(disk, call: number, .error(code)))
      let result = Result { () throws(LedgerError) in try ledger.enter(buy("1")) }
      let count = try FileLedger(path: path, on: disk).snapshot().count
      switch result {
      case .success, .failure(.notConfirmed): #expect(count == 1, "\(call)")
      case .failure: #expect(count == 0, "\(call)")
      }
      try FileLedger(path: path, on: disk).enter(buy("1"))
      #expect(try FileLedger(path: path, on: disk).snapshot().count == count + 1, "\(call)")
    }
  }

  @Test("throws an error if any call fails during a read, instead of returning an empty ledger", arguments: faultCodes)
  func everyCallOfReading(code: SystemErrorCode) throws {
    let counting = FaultyFileSystem(try prepared().disk)
    _ = try FileLedger(path: path, on: counting).snapshot()
    for (number, call) in counting.calls.enumerated() {
      // If opening the file fails because it isn't found, it counts as missing.
      if code == .notFound, call.operation == .open, call.path == path { continue }
      let (disk, first) = try prepared()
      let ledger = FileLedger(path: path, on: FaultyFileSystem(disk, call: number, .error(code)))
      do throws(LedgerError) {
        #expect(try ledger.snapshot().entries() == [first], "\(call)")
      } catch {
        guard case .unreadable = error else { Issue.record(error, "\(call)"); continue }
      }
      #expect(try ledger.snapshot().entries() == [first], "\(call)")
      #expect(disk.openFileCount == 0, "\(call)")
    }
  }

  @Test("returns a durable entry along with the ledger, even if the file then becomes unreadable")
  func unreadableAfterwards() throws {
    // Given a file that can't be read after the line has been synchronized
    let (disk, first) = try prepared()
    let isSynchronized = Locked(false)
    let path = path
    let faulty = FaultyFileSystem(disk) { call in
      if call.operation == .synchronize, call.path == path { isSynchronized.withLock { $0 = true } }
      return call.operation == .open && isSynchronized.withLock { $0 } ? .error(.inputOutput) : nil
    }
    let ledger = FileLedger(path: path, on: faulty)

    // When
    let recording = try ledger.record(buy("2"), note: nil, at: nil)

    // Then
    #expect(recording.snapshot.entries() == [first, recording.entry])
    #expect(recording.snapshot.amount(ofCoin: "bitcoin") == 3)
    #expect(throws: LedgerError.self) { try ledger.snapshot() }
    #expect(try FileLedger(path: path, on: disk).snapshot().entries() == [first, recording.entry])
  }

  @Test("makes the directory's owner the owner of files that an administrator writes")
  func administrator() throws {
    // Given
    let owner = FileOwner(user: 1_000, group: 1_000)
    let disk = InMemoryFileSystem()
    try disk.makeFolder("/home", mode: .privateFolder)
    let path = "/home/data/ledger.jsonl"
    let administrator = disk.otherProcess(as: FileOwner(user: 0, group: 0))

    // When
    try FileLedger(path: path, on: administrator).enter(buy("1"))
    let bytes = try #require(disk.contents(at: path))
    disk.place(bytes + Array("{".utf8), at: path)
    try FileLedger(path: path, on: administrator).enter(buy("1"))

    // Then
    #expect(disk.names(in: "/home/data") == ["ledger.jsonl", "ledger.jsonl.lock", "ledger.jsonl.torn-1"])
    for name in disk.names(in: "/home/data") {
      #expect(try disk.status(at: "/home/data/\(name)").owner == owner, "\(name)")
    }
    #expect(try disk.status(at: "/home/data").owner == owner)
    try FileLedger(path: path, on: disk).enter(buy("1"))
  }

  @Test("keeps the ledger intact after partial writes and on a full disk")
  func shortWrites() throws {
    // Given
    let disk = InMemoryFileSystem()
    let short = FaultyFileSystem(disk) { $0.operation == .write ? .short(50) : nil }
    let entry = try FileLedger(path: path, on: short).enter(buy("1"))
    #expect(try FileLedger(path: path, on: disk).snapshot().entries() == [entry])
    let before = disk.contents(at: path)

    // When part of the line is written, and then nothing more
    let ledger = FileLedger(path: path, on: full(disk, after: 1))

    // Then
    let error = #expect(throws: LedgerError.self) { try ledger.enter(buy("2")) }
    guard case .notWritten(path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("was not changed") == true)
    #expect(error?.recoverySuggestion == "Free some space and try again.")
    #expect(disk.contents(at: path) == before)
    #expect(try ledger.snapshot().entries() == [entry])
  }

  @Test("discards the whole import if it doesn't fit on the disk")
  func importOnFullDisk() throws {
    let disk = InMemoryFileSystem()
    let rows = (1...50).map { index in
      LedgerImportRow(position: .entry(index), entry: LedgerEntry(time: noon, action: buy("1")))
    }
    #expect(throws: LedgerError.self) { try FileLedger(path: path, on: full(disk, after: 2)).add(rows) }
    #expect(disk.contents(at: path) == [])
  }

  /// Returns a disk on which a limited number of ledger writes write 100 bytes each and later ones write nothing.
  private func full(_ disk: InMemoryFileSystem, after limit: Int) -> FaultyFileSystem {
    let writes = Locked(0)
    let path = path
    return FaultyFileSystem(disk) { call in
      guard call.operation == .write, call.path == path else { return nil }
      return writes.withLock { count in
        count += 1
        return count <= limit ? .short(100) : .error(.noSpace)
      }
    }
  }
}
