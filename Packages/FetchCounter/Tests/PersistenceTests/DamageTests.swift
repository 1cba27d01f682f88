import Basics
import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@Suite("Corrupt store files")
struct DamageTests {
  /// Returns a file with every kind of payload value.
  static func golden() throws -> (bytes: [UInt8], record: Record) {
    let disk = InMemoryFileSystem()
    let record = Record(
      count: 41,
      label: "Zähler \u{1F600} \"quoted\" \\ and\nbroken",
      entries: (1...24).map { .init(code: 200 + $0, note: $0 % 2 == 0 ? "entry \($0)" : nil) },
      totals: ["ok": 40, "failed": 1]
    )
    try makeRecordStore(disk).update { $0 = record }
    return (try #require(disk.contents(at: testPath)), record)
  }

  @Test("reports a file truncated at any length as corrupt or empty, unless only the last line break is missing")
  func everyPrefix() throws {
    let (bytes, record) = try Self.golden()
    let disk = InMemoryFileSystem()
    let store = makeRecordStore(disk)
    for length in 0..<bytes.count {
      disk.place(Array(bytes[..<length]), at: testPath)
      let outcome = store.outcome()
      if length == bytes.count - 1 {
        #expect(outcome == .value(record))
      } else if length == 0 {
        #expect(outcome == .empty)
      } else {
        guard case .corrupt = outcome else {
          Issue.record("\(length) bytes: \(outcome)")
          continue
        }
      }
    }
  }

  @Test("detects any changed byte in the first KiB, unless the change has no effect")
  func everyFlip() throws {
    let (bytes, record) = try Self.golden()
    #expect(bytes.count >= 1_024)
    let disk = InMemoryFileSystem()
    let store = makeRecordStore(disk)
    var refused = 0
    // By day, each byte has one bit changed, a different one in each of eight neighbors.
    func masks(_ index: Int) -> [UInt8] {
      LongTests.areEnabled ? [1, 2, 4, 8, 16, 32, 64, 128, 255] : [1 << (index % 8)]
    }
    for index in 0..<min(1_024, bytes.count) {
      for mask in masks(index) {
        var damaged = bytes
        damaged[index] ^= mask
        disk.place(damaged, at: testPath)
        switch store.outcome() {
        case .value(let value): #expect(value == record, "byte \(index) with mask \(mask)")
        case .corrupt: refused += 1
        case let other: Issue.record("byte \(index) with mask \(mask): \(other)")
        }
      }
    }
    #expect(refused > LongTests.rounds(byDay: 890, byNight: 8_000))
  }

  static let malformed: [(String, [UInt8])] = [
    ("white space only", Array(" \n\t ".utf8)),
    ("zero bytes, as after a crash", Array(repeating: 0, count: 512)),
    ("a byte order mark alone", [0xEF, 0xBB, 0xBF]),
    ("UTF-16", Array("{\"schema\": 1, \"payload\": 5}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })),
    (
      "invalid UTF-8 in a string",
      Array("{\"schema\": 1, \"note\": \"".utf8) + [0xFF] + Array("\", \"payload\": 5}".utf8)
    ),
    (
      "a cut UTF-8 sequence",
      Array("{\"schema\": 1, \"note\": \"".utf8) + [0xF0, 0x9F, 0x98] + Array("\", \"payload\": 5}".utf8)
    ),
    ("overlong UTF-8", Array("{\"schema\": 1, \"note\": \"".utf8) + [0xC0, 0xAF] + Array("\", \"payload\": 5}".utf8)),
    ("an array", Array("[1]".utf8)),
    ("a number", Array("5".utf8)),
    ("no schema", Array("{\"payload\": 5}".utf8)),
    ("no payload", Array("{\"schema\": 1}".utf8)),
    ("schema 0", Array("{\"schema\": 0, \"payload\": 5}".utf8)),
    ("a negative schema", Array("{\"schema\": -1, \"payload\": 5}".utf8)),
    ("a fraction as the schema", Array("{\"schema\": 1.5, \"payload\": 5}".utf8)),
    ("a string as the schema", Array("{\"schema\": \"1\", \"payload\": 5}".utf8)),
    ("a schema out of range", Array("{\"schema\": 99999999999999999999, \"payload\": 5}".utf8)),
    ("a payload of another type", Array("{\"schema\": 1, \"payload\": \"five\"}".utf8)),
    ("a payload out of range", Array("{\"schema\": 1, \"payload\": 1e300}".utf8)),
    ("null as the payload", Array("{\"schema\": 1, \"payload\": null}".utf8)),
    ("two payloads", Array("{\"schema\": 1, \"payload\": 5, \"payload\": 6}".utf8)),
    ("two payloads, one with escapes", Array("{\"schema\": 1, \"payload\": 5, \"p\\u0061yload\": 6}".utf8)),
    ("a trailing comma", Array("{\"schema\": 1, \"payload\": 5,}".utf8)),
    ("a comment", Array("{\"schema\": 1, /* five */ \"payload\": 5}".utf8)),
    ("content after the end", Array("{\"schema\": 1, \"payload\": 5} x".utf8)),
    ("two documents", Array("{\"schema\": 1, \"payload\": 5}{\"schema\": 1, \"payload\": 5}".utf8)),
    ("single quotes", Array("{'schema': 1, 'payload': 5}".utf8)),
    ("a leading zero", Array("{\"schema\": 1, \"payload\": 05}".utf8)),
    ("a number without digits", Array("{\"schema\": 1, \"payload\": -}".utf8)),
    ("NaN", Array("{\"schema\": 1, \"payload\": NaN}".utf8)),
    ("a raw line break in a string", Array("{\"schema\": 1, \"note\": \"a\nb\", \"payload\": 5}".utf8)),
    ("half a surrogate pair in a name", Array("{\"schema\": 1, \"\\ud800\": 1, \"payload\": 5}".utf8)),
    ("an unknown escape", Array("{\"schema\": 1, \"note\": \"\\x\", \"payload\": 5}".utf8)),
    ("a short escape", Array("{\"schema\": 1, \"note\": \"\\u12\", \"payload\": 5}".utf8)),
    ("a wrong checksum", Array("{\"schema\": 1, \"payload\": 5, \"checksum\": \"crc32:00000000\"}".utf8)),
    ("a number as the checksum", Array("{\"schema\": 1, \"payload\": 5, \"checksum\": 7}".utf8)),
    ("a checksum of an unknown kind", Array("{\"schema\": 1, \"payload\": 5, \"checksum\": \"md5:00\"}".utf8)),
    ("100,000 open brackets", Array(repeating: UInt8(ascii: "["), count: 100_000)),
    ("100,000 nested objects", Array(String(repeating: "{\"a\":", count: 100_000).utf8)),
  ]

  @Test("reports malformed store files as corrupt and leaves them unchanged", arguments: malformed)
  func malformedFile(name: String, bytes: [UInt8]) throws {
    // Given
    let disk = InMemoryFileSystem()
    disk.place(bytes, at: testPath)
    let store = makeStore(disk)

    // Then
    guard case .corrupt(let damage) = store.outcome() else {
      Issue.record("\(name): \(store.outcome())")
      return
    }
    #expect(!damage.description.isEmpty)
    #expect(failure { try store.load() }?.isCorrupt == true)
    #expect(failure { try store.update { $0 += 1 } }?.isCorrupt == true)
    #expect(disk.contents(at: testPath) == bytes)
    #expect(disk.names(in: "/data") == ["count.json", "count.json.lock"])
  }

  static let acceptable: [(String, String, Int)] = [
    ("as short as possible", "{\"schema\":1,\"payload\":5}", 5),
    ("with a byte order mark", "\u{FEFF}{\"schema\":1,\"payload\":5}", 5),
    ("in another order, with another system's line breaks", "\r\n{\"payload\": 5,\r\n\t\"schema\": 1}\r\n", 5),
    ("with escapes in names", "{\"sch\\u0065ma\": 1, \"payload\": 5}", 5),
    (
      "with unknown members", "{\"schema\": 1, \"payload\": 5, \"x\": [1, {\"y\": \"\\ud83d\\ude00\"}], \"z\": null}",
      5
    ),
    ("with a number as the author", "{\"schema\": 1, \"written_by\": 5, \"payload\": 5}", 5),
  ]

  @Test("accepts store files written by hand", arguments: acceptable)
  func handWritten(name: String, text: String, expected: Int) throws {
    let disk = InMemoryFileSystem()
    disk.place(text, at: testPath)
    #expect(makeStore(disk).outcome() == .value(expected), "\(name)")
    try makeStore(disk).update { $0 += 1 }
    #expect(makeStore(disk).outcome() == .value(expected + 1), "\(name)")
  }

  @Test("accepts a reformatted file with its old checksum")
  func reformatted() throws {
    let (bytes, record) = try Self.golden()
    let disk = InMemoryFileSystem()
    let text = String(decoding: bytes, as: UTF8.self)
    disk.place(text.replacing("\n", with: "\r\n\t"), at: testPath)
    #expect(makeRecordStore(disk).outcome() == .value(record))
  }

  @Test("explains how to accept an edited file, and then accepts it")
  func edited() throws {
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 41 }
    let edited = try #require(disk.text(at: testPath)).replacing("41", with: "99")
    disk.place(edited, at: testPath)
    let error = try #require(failure { try makeStore(disk).load() })
    #expect("\(error)".contains("delete its \"checksum\" member"))
    let lines = edited.split(separator: "\n").filter { !$0.contains("checksum") }.joined(separator: "\n")
    disk.place(lines.replacing("99,", with: "99"), at: testPath)
    #expect(makeStore(disk).outcome() == .value(99))
  }

  @Test("never crashes on random bytes or edits, and never reads them as another value")
  func fuzz() throws {
    let (bytes, record) = try Self.golden()
    var random = SeededGenerator(seed: 20_260_131)
    let disk = InMemoryFileSystem()
    let store = makeRecordStore(disk)
    var refused = 0
    let rounds = LongTests.rounds(byDay: 500, byNight: 20_000)
    for _ in 0..<rounds {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: 0..<max(1, damaged.count), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged.insert(UInt8.random(in: 0...255, using: &random), at: position)
        case 1 where position < damaged.count: damaged.remove(at: position)
        case 2: damaged.insert(contentsOf: damaged[position...].prefix(40), at: position)
        default:
          damaged.removeSubrange(position..<min(damaged.count, position + Int.random(in: 1...300, using: &random)))
        }
      }
      disk.place(damaged, at: testPath)
      guard case .value(let value) = store.outcome() else {
        refused += 1
        continue
      }
      if value != record {
        // A file without a checksum counts as written by hand, so any content is valid.
        let text = String(decoding: damaged, as: UTF8.self)
        #expect(!text.contains("\"checksum\""), "\(text)")
      }
    }
    #expect(refused > rounds / 2)
  }

  @Test("keeps corrupt bytes under a time-stamped name when replacing a file")
  func replacing() throws {
    let disk = InMemoryFileSystem()
    disk.place("a wreck", at: testPath)
    let copy = try makeStore(disk).replaceIfCorrupt(with: 7)
    #expect(copy == "/data/count.json.corrupt-20260201T000000.000Z")
    #expect(disk.text(at: copy ?? "") == "a wreck")
    #expect(makeStore(disk).outcome() == .value(7))
    #expect(makeStore(disk).backupOutcome() == .missing)
    #expect(try makeStore(disk).replaceIfCorrupt(with: 8) == nil)
    #expect(makeStore(disk).outcome() == .value(7))
  }

  @Test("gives different names to corrupt files that are replaced at the same moment")
  func copiesOfOneMoment() throws {
    let disk = InMemoryFileSystem()
    for number in 1...3 {
      disk.place("wreck \(number)", at: testPath)
      try makeStore(disk).reset()
    }
    let copies = disk.names(in: "/data").filter { $0.contains(".corrupt-") }
    #expect(Set(copies.compactMap { disk.text(at: "/data/" + $0) }) == ["wreck 1", "wreck 2", "wreck 3"])
  }

  @Test("preserves a limited number of replaced corrupt files, and removes the oldest ones")
  func cappedCopies() throws {
    let disk = InMemoryFileSystem()
    var settings = StoreSettings.testing()
    settings.corruptCopies = 3
    for number in 1...12 {
      disk.place("wreck \(number)", at: testPath)
      settings.clock = jumpingClock(Date(timeIntervalSince1970: 1_769_990_000 + 3_600 * Double(number)))
      try makeStore(disk, settings: settings).reset()
    }
    let copies = disk.names(in: "/data").filter { $0.contains(".corrupt-") }
    #expect(copies.map { disk.text(at: "/data/" + $0) } == ["wreck 10", "wreck 11", "wreck 12"])
  }

  @Test("keeps a copy of a corrupt file on a file system without hard links")
  func copiesWithoutLinks() throws {
    let disk = InMemoryFileSystem()
    disk.place("a wreck", at: testPath)
    let faulty = FaultyFileSystem(disk) { $0.operation == .link ? .error(.notPermitted) : nil }
    let copy = try makeStore(faulty).reset(to: 3)
    #expect(disk.text(at: copy ?? "") == "a wreck")
    #expect(makeStore(disk).outcome() == .value(3))
  }

  @Test("rejects an empty file, and keeps no copy when replacing it on request")
  func empty() throws {
    let disk = InMemoryFileSystem()
    disk.place("", at: testPath)
    let store = makeStore(disk)
    #expect(store.outcome() == .empty)
    #expect(failure { try store.update { $0 = 5 } }?.isCorrupt == true)
    #expect(disk.contents(at: testPath) == [])
    #expect(try store.replaceIfCorrupt(with: 5) == nil)
    #expect(store.outcome() == .value(5))
  }

  @Test("keeps the last valid content as the backup, never corrupt content")
  func backup() throws {
    // Given
    let disk = InMemoryFileSystem()
    let store = makeStore(disk)
    for value in [1, 2, 3] { try store.update { $0 = value } }
    #expect(store.backupOutcome() == .value(2))

    // When: a change fails because the file is corrupt, the backup stays the same
    disk.place("a wreck", at: testPath)
    _ = failure { try store.update { $0 = 9 } }
    #expect(store.backupOutcome() == .value(2))

    // Then
    try store.replaceIfCorrupt(with: 3)
    #expect(store.backupOutcome() == .value(2))
    #expect(disk.names(in: "/data").contains { $0.contains(".corrupt-") && disk.text(at: "/data/" + $0) == "a wreck" })
  }

  @Test("keeps no previous content if backups are turned off")
  func noBackup() throws {
    let disk = InMemoryFileSystem()
    var settings = StoreSettings.testing()
    settings.keepsBackup = false
    let store = makeStore(disk, settings: settings)
    for value in [1, 2] { try store.update { $0 = value } }
    #expect(disk.names(in: "/data") == ["count.json", "count.json.lock"])
  }

  @Test(
    "leaves no temporary files after a crash that left the backup as a hard link to the file"
  )
  func backupIsTheFile() throws {
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 1 }
    try disk.link(testPath, to: testPath + ".bak")
    try makeStore(disk).update { $0 = 2 }
    #expect(makeStore(disk).outcome() == .value(2))
    #expect(makeStore(disk).backupOutcome() == .value(1))
    #expect(temporaryNames(disk).isEmpty)
  }
}
