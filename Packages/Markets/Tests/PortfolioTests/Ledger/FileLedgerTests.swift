import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("Ledger file")
struct FileLedgerTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("ledger.jsonl") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(_ name: String = "ledger.jsonl") throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  @Test("creates a private ledger file and private directories")
  func modes() throws {
    // When
    let ledger = FileLedger(path: folder.path("data/deep/ledger.jsonl"))
    #expect(try ledger.snapshot().count == 0)
    #expect(try folder.names().isEmpty)
    try ledger.enter(buy("1"))

    // Then
    #expect(try folder.mode("data") == 0o700)
    #expect(try folder.mode("data/deep") == 0o700)
    #expect(try folder.mode("data/deep/ledger.jsonl") == 0o600)
    #expect(try folder.mode("data/deep/ledger.jsonl.lock") == 0o600)
  }

  @Test("only appends to the ledger file")
  func appending() throws {
    // Given
    try makeGoldenLedger(path)
    let before = try text()

    // When
    let ledger = FileLedger(path: path, now: { noon + 100 })
    try ledger.enter(buy("1"))
    #expect(throws: LedgerError.self) { try ledger.enter(sell("99")) }

    // Then
    let after = try text()
    #expect(after.hasPrefix(before))
    #expect(after.dropFirst(before.count).filter { $0 == "\n" }.count == 1)
    #expect(try FileLedger(path: path).snapshot().entries().count == 8)
  }

  @Test("sees other instances' entries immediately, without reading anything twice")
  func incremental() throws {
    // Given
    let calls = FaultyFileSystem(LiveFileSystem())
    let reader = FileLedger(path: path, on: calls)
    let writer = FileLedger(path: path)
    for _ in 0..<50 { try writer.enter(buy("1")) }
    #expect(try reader.snapshot().count == 50)
    let first = calls.bytesRead

    // When
    try writer.enter(buy("1"))

    // Then
    #expect(try reader.snapshot().count == 51)
    #expect(first > 7_500)
    #expect(calls.bytesRead - first < 1_000)
    try reader.enter(sell("51"))
    #expect(try writer.snapshot().amount(ofCoin: "bitcoin") == 0)
    #expect(calls.bytesRead - first < 2_000)
  }

  @Test("rereads a ledger file that was replaced, shortened or rewritten")
  func replaced() throws {
    // Given
    try makeGoldenLedger(path)
    let golden = try folder.read("ledger.jsonl")
    let ledger = FileLedger(path: path)
    #expect(try ledger.snapshot().count == 7)
    let lines = golden.split(separator: 0x0A, omittingEmptySubsequences: true)

    // When the file is shortened, then restored, then removed
    try folder.write(Array(lines[0]) + [0x0A], to: "ledger.jsonl")
    #expect(try ledger.snapshot().count == 1)
    try folder.write(golden, to: "ledger.jsonl")
    #expect(try ledger.snapshot().count == 7)
    try FileManager.default.removeItem(atPath: path)
    #expect(try ledger.snapshot().count == 0)

    // When another ledger with the same length is written to the same file
    try folder.write(golden, to: "ledger.jsonl")
    #expect(try ledger.snapshot().amount(ofCoin: "bitcoin") == number("1.25"))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Array(repeating: UInt8(ascii: "x"), count: golden.count - 1))
    try handle.close()
    let damaged = try ledger.snapshot()
    #expect(damaged.count == 0)
    #expect(damaged.problemCount == 1)
  }

  @Test("keeps damaged lines and reports them, and reads all other lines")
  func damaged() throws {
    // Given
    try makeGoldenLedger(path)
    var lines = try text().split(separator: "\n").map(String.init)
    lines[1] = lines[1].replacingOccurrences(of: "90000", with: "10000")
    lines.insert("garbage", at: 3)
    lines.insert("", at: 0)
    try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "ledger.jsonl")
    let before = try text()
    let ledger = FileLedger(path: path, now: { noon + 100 })

    // When
    let snapshot = try ledger.snapshot()

    // Then
    #expect(snapshot.count == 6)
    #expect(snapshot.problems.map(\.line) == [3, 5])
    #expect(snapshot.problems.first?.kind == .checksum)
    #expect(snapshot.problems.allSatisfy { $0.description.hasPrefix("Line \($0.line) is not counted") })
    try ledger.enter(buy("1"))
    #expect(try text().hasPrefix(before))
    #expect(try ledger.snapshot().problems == snapshot.problems)
  }

  @Test("counts a repeated entry once, and ignores a reversal without effect")
  func repeated() throws {
    // Given
    try makeGoldenLedger(path)
    let lines = try text().split(separator: "\n").map(String.init)
    try folder.write(Array((lines + [lines[0], lines[6]] + ["\n"]).joined(separator: "\n").utf8), to: "ledger.jsonl")
    let stray = LedgerEntry(id: .numbered(50), time: noon, action: .reversal(of: .numbered(99)))
    var table = LedgerTable()
    let line = LineFormat.line(try table.record(stray), table.names)
    try folder.write(try folder.read("ledger.jsonl") + line, to: "ledger.jsonl")

    // When
    let snapshot = try FileLedger(path: path).snapshot()

    // Then
    #expect(snapshot.count == 7)
    #expect(
      snapshot.problems.map(\.kind) == [
        .duplicate(.numbered(1)), .duplicate(.numbered(7)), .pointlessReversal(of: .numbered(99)),
      ]
    )
  }

  @Test("opens a ledger from a newer version as read-only")
  func newer() throws {
    // Given
    try makeGoldenLedger(path)
    let before = try folder.read("ledger.jsonl") + Array(#"{"v":2,"id":"later","what":["knows"]}"#.utf8) + [0x0A]
    try folder.write(before, to: "ledger.jsonl")
    let ledger = FileLedger(path: path)

    // Then
    #expect(try ledger.snapshot().count == 7)
    #expect(try ledger.snapshot().problems == [LedgerProblem(line: 8, kind: .newerSchema(2))])
    #expect(throws: LedgerError.newerSchema(path: path, line: 8, version: 2)) { try ledger.enter(buy("1")) }
    #expect(throws: LedgerError.newerSchema(path: path, line: 8, version: 2)) { try ledger.add([]) }
    #expect(try folder.read("ledger.jsonl") == before)
  }

  @Test("uses the same lock for every path to a ledger file")
  func links() throws {
    // Given
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: other.path("link"), withDestinationPath: path)
    try FileLedger(path: path).enter(buy("1"))

    // When
    let linked = FileLedger(path: other.path("link"))
    try linked.enter(sell("1"))

    // Then
    #expect(throws: LedgerError.self) { try FileLedger(path: path).enter(sell("1")) }
    #expect(try other.names() == ["link"])
    #expect(try folder.names() == ["ledger.jsonl", "ledger.jsonl.lock"])
  }

  @Test("uses the same lock for the first entry, even through a link to a missing file")
  func danglingLink() throws {
    // Given
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: other.path("link"), withDestinationPath: path)

    // When
    try FileLedger(path: other.path("link")).enter(buy("1"))

    // Then
    #expect(try other.names() == ["link"])
    #expect(try folder.names() == ["ledger.jsonl", "ledger.jsonl.lock"])
    #expect(try FileLedger(path: path).snapshot().count == 1)
  }

  @Test("starts over without waiting if the ledger's directory was removed")
  func removedFolder() throws {
    // Given
    let pauses = PauseCounter()
    let ledger = FileLedger(path: folder.path("data/ledger.jsonl"), on: LiveFileSystem(), clock: pauses.clock)
    try ledger.enter(buy("1"))

    // When
    try FileManager.default.removeItem(atPath: folder.path("data"))

    // Then
    #expect(try ledger.snapshot().count == 0)
    #expect(throws: LedgerError.self) { try ledger.enter(sell("1")) }
    try ledger.enter(buy("1"))
    #expect(try ledger.snapshot().count == 1)
    #expect(try folder.mode("data") == 0o700)
    #expect(pauses.count == 0)
  }

  @Test("reads a file that another process keeps locked, but doesn't change it")
  func locked() throws {
    // Given
    let ledger = FileLedger(path: path)
    try ledger.enter(buy("1"))
    let pauses = PauseCounter()
    let waiting = FileLedger(
      path: path,
      lockTimeout: .milliseconds(50),
      on: LiveFileSystem(),
      clock: pauses.clock
    )

    // When
    let held = try FileLock(fileSystem: LiveFileSystem()).acquire(for: FileLocation(path: path), timeout: .zero)

    // Then
    #expect(throws: LedgerError.locked(path: path, waited: .milliseconds(50))) { try waiting.enter(sell("1")) }
    #expect(try waiting.snapshot().count == 1)
    #expect(pauses.count > 3)
    held.release()
    try waiting.enter(sell("1"))
  }

  @Test("fails immediately if the path isn't a regular file", arguments: ["folder", "pipe"])
  func notAFile(kind: String) throws {
    // Given
    if kind == "folder" {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } else {
      #expect(mkfifo(path, 0o600) == 0)
    }
    let ledger = FileLedger(path: path)

    // Then
    #expect(throws: LedgerError.self) { try ledger.snapshot() }
    #expect(throws: LedgerError.self) { try ledger.enter(buy("1")) }
    #expect(throws: LedgerError.self) { try FileLedger(path: folder.path("a\0b")).snapshot() }
    #expect(throws: LedgerError.self) { try FileLedger(path: folder.path("a\0b")).enter(buy("1")) }
  }

  @Test("reads a last line without a line break, and appends the next entry after it")
  func lackingLineBreak() throws {
    // Given
    try makeGoldenLedger(path)
    let whole = try folder.read("ledger.jsonl")
    try folder.write(whole.dropLast(), to: "ledger.jsonl")
    let ledger = FileLedger(path: path, now: { noon + 100 })

    // Then
    let snapshot = try ledger.snapshot()
    #expect(snapshot.count == 7)
    #expect(snapshot.problems.isEmpty)
    try ledger.enter(buy("1"))
    #expect(try folder.read("ledger.jsonl").starts(with: whole))
    #expect(try FileLedger(path: path).snapshot().count == 8)
    #expect(try FileLedger(path: path).snapshot().problems.isEmpty)
  }

  @Test("ignores a line break that is added later to a line that was already read")
  func lateLineBreak() throws {
    // Given
    try makeGoldenLedger(path)
    let whole = try folder.read("ledger.jsonl")
    let ledger = FileLedger(path: path)
    try folder.write(whole.dropLast(), to: "ledger.jsonl")
    #expect(try ledger.snapshot().count == 7)

    // When
    try folder.write(whole + Array("x\n".utf8), to: "ledger.jsonl")

    // Then
    #expect(try ledger.snapshot().count == 7)
    #expect(try ledger.snapshot().problems.map(\.line) == [8])
  }

  @Test("counts each overlong line as one damaged line, without using more memory")
  func overlong() throws {
    // Given
    try makeGoldenLedger(path)
    let golden = try folder.read("ledger.jsonl")
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)
    try folder.write(golden + long + [0x0A] + golden.prefix(0) + long, to: "ledger.jsonl")
    let ledger = FileLedger(path: path, now: { noon + 100 })

    // Then
    let snapshot = try ledger.snapshot()
    #expect(snapshot.count == 7)
    #expect(snapshot.problems.map(\.line) == [8, 9])
    #expect(snapshot.problems.last?.kind == .torn)
    try ledger.enter(buy("1"))
    #expect(try folder.read("ledger.jsonl.torn-1") == long)
    #expect(try ledger.snapshot().count == 8)
    #expect(try ledger.snapshot().problems.map(\.line) == [8])
  }

  @Test("stores a limited number of problems with ledger lines, but counts all of them")
  func manyProblems() throws {
    try folder.write(Array(String(repeating: "x\n", count: 1_500).utf8), to: "ledger.jsonl")
    let snapshot = try FileLedger(path: path).snapshot()
    #expect(snapshot.problems.count == 1_000)
    #expect(snapshot.problemCount == 1_500)
  }

  @Test("reports amounts whose sums exceed the limits")
  func hostileSums() throws {
    // Given
    let lines = (0..<300).map { index in
      """
      {"v":1,"id":"\(UUID.numbered(index))","time":"2026-01-31T12:00:00.000Z","kind":"buy","coin":"a","symbol":"a",\
      "amount":"999999999999999999","price":"0.9","currency":"aud"}
      """
    }
    try folder.write(Array(lines.joined(separator: "\n").utf8), to: "ledger.jsonl")

    // When
    let snapshot = try FileLedger(path: path).snapshot()

    // Then
    #expect(snapshot.count == 99)
    #expect(snapshot.count + snapshot.problemCount == 300)
    #expect(snapshot.holdings(method: .fifo, in: "aud").holdings.count == 1)
    #expect(snapshot.holdings(method: .average, in: "aud").value(prices: ["a": number("0.001")]).items.count == 1)
    #expect(snapshot.holdings(method: .average, in: "aud").value(prices: ["a": number("0.9")]).missingPrices.count == 1)
  }
}
