import Foundation
import Persistence
import PersistenceTesting
import Testing

@Suite("Files from other program versions")
struct SchemaTests {
  struct RecordV1: Codable, Sendable { var n: Int }
  struct RecordV2: Codable, Sendable {
    var count: Int
    var codes: [Int]
  }

  static let migrations = [
    SchemaMigration(from: 1) { (old: RecordV1) in RecordV2(count: old.n, codes: []) },
    SchemaMigration(from: 2) { (old: RecordV2) in
      Record(count: old.count, entries: old.codes.map { Record.Entry(code: $0) })
    },
  ]

  /// Files written by released versions, all of which must stay readable.
  static let goldenFiles: [(String, Record)] = [
    ("{\"schema\": 1, \"written_by\": \"tests 0.1\", \"payload\": {\"n\": 41}}", Record(count: 41)),
    (
      "{\"schema\": 2, \"written_by\": \"tests 0.2\", \"payload\": {\"count\": 42, \"codes\": [200, 404]}}",
      Record(count: 42, entries: [.init(code: 200), .init(code: 404)])
    ),
    (
      """
      {
        "schema": 3,
        "written_by": "tests 1.0",
        "payload": {
          "count": 43,
          "entries": [
            {
              "code": 200,
              "note": "fine"
            }
          ],
          "totals": {
            "ok": 1
          }
        },
        "checksum": "crc32:e895e924"
      }

      """,
      Record(count: 43, entries: [.init(code: 200, note: "fine")], totals: ["ok": 1])
    ),
  ]

  @Test(
    "migrates older files step by step, and writes the current schema at the next change",
    arguments: goldenFiles
  )
  func golden(text: String, expected: Record) throws {
    // Given
    let disk = InMemoryFileSystem()
    disk.place(text, at: testPath)
    let store = makeRecordStore(disk, schemaVersion: 3, migrations: Self.migrations)

    // Then: loading migrates the value and writes nothing
    #expect(store.outcome() == .value(expected))
    #expect(disk.text(at: testPath) == text)

    // When
    try store.update { $0.count += 1 }

    // Then
    #expect(disk.text(at: testPath)?.contains("\"schema\": 3") == true)
    #expect(try makeRecordStore(disk, schemaVersion: 3).load().count == expected.count + 1)
    #expect(disk.text(at: testPath + ".bak") == text)
  }

  @Test("keeps the first version's file format")
  func format() throws {
    let disk = InMemoryFileSystem()
    let store = makeRecordStore(disk, schemaVersion: 3)
    try store.update { $0 = Self.goldenFiles[2].1 }
    #expect(disk.text(at: testPath) == Self.goldenFiles[2].0)
  }

  @Test("never loads, changes or resets a file with a newer schema, and never replaces it with a backup")
  func newer() throws {
    // Given
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 1 }
    try makeStore(disk).update { $0 = 2 }
    let text = "{\"schema\": 7, \"written_by\": \"tests 9.0\", \"payload\": {\"anything\": 1}}"
    disk.place(text, at: testPath)
    let store = makeStore(disk)

    // Then
    #expect(store.outcome() == .newerSchema(found: 7, supported: 1, writtenBy: "tests 9.0"))
    let attempts: [() throws -> Void] = [
      { _ = try store.load() },
      { try store.update { $0 = 5 } },
      { try store.reset() },
      { try store.replaceIfCorrupt(with: 5) },
    ]
    for attempt in attempts {
      let error = try #require(failure(attempt))
      #expect(error.isNewerSchema)
      #expect(
        "\(error)"
          == "The file \"/data/count.json\" was written by a newer version (tests 9.0): it has schema 7, and this version "
          + "supports schemas up to 1. It was not changed. Use the newer version."
      )
    }
    #expect(disk.text(at: testPath) == text)
    #expect(!disk.names(in: "/data").contains { $0.contains("corrupt") })
  }

  @Test("reports a file with an unknown kind of checksum as newer, and a file with a wrong checksum as corrupt")
  func newerWithChecksum() {
    let disk = InMemoryFileSystem()
    disk.place("{\"schema\": 2, \"payload\": 1, \"checksum\": \"sha256:00\"}", at: testPath)
    #expect(makeStore(disk).outcome() == .newerSchema(found: 2, supported: 1, writtenBy: nil))
    disk.place("{\"schema\": 2, \"payload\": 1, \"checksum\": \"crc32:00000000\"}", at: testPath)
    #expect(makeStore(disk).outcome() == .corrupt(.checksumMismatch))
  }

  @Test("reports an older file as corrupt if there is no migration, and doesn't replace it with the default")
  func noMigration() {
    let disk = InMemoryFileSystem()
    disk.place("{\"schema\": 1, \"payload\": {\"n\": 41}}", at: testPath)
    let store = makeRecordStore(disk, schemaVersion: 3, migrations: [Self.migrations[1]])
    #expect(store.outcome() == .corrupt(.noMigration(from: 1)))
    #expect(failure { try store.update { $0.count = 1 } }?.isCorrupt == true)
  }

  @Test("includes the schema in the error if a migration fails")
  func failingMigration() {
    let disk = InMemoryFileSystem()
    disk.place("{\"schema\": 2, \"payload\": {\"count\": 1, \"codes\": [200, \"x\"]}}", at: testPath)
    let store = makeRecordStore(disk, schemaVersion: 3, migrations: Self.migrations)
    guard case .corrupt(.migration(from: 2, let reason)) = store.outcome() else {
      Issue.record("\(store.outcome())")
      return
    }
    #expect(reason.contains("codes.1"))
  }

  @Test("reads a file that predates the store, and converts it at the next change")
  func beforeTheStore() throws {
    // Given
    let disk = InMemoryFileSystem()
    let text = "{\"n\": 41, \"extra\": true}"
    disk.place(text, at: testPath)
    let migrations = [SchemaMigration(from: 0) { (old: RecordV1) in old }] + Self.migrations
    let store = makeRecordStore(disk, schemaVersion: 3, migrations: migrations)

    // When
    #expect(try store.load() == Record(count: 41))
    try store.update { $0.count += 1 }

    // Then
    #expect(makeRecordStore(disk, schemaVersion: 3).outcome() == .value(Record(count: 42)))
    #expect(disk.text(at: testPath)?.contains("\"checksum\"") == true)
    #expect(disk.text(at: testPath + ".bak") == text)
    #expect(store.backupOutcome() == .value(Record(count: 41)))
  }

  @Test(
    "reports a file as corrupt if the migration from schema 0 rejects it, and leaves the file unchanged",
    arguments: ["{\"m\": 1}", "[]", "{\"schemb\": 3, \"payload\": {\"count\": 1}}", "{\"n\": 1"]
  )
  func damageBeforeTheStore(text: String) throws {
    let disk = InMemoryFileSystem()
    disk.place(text, at: testPath)
    let migrations = [SchemaMigration(from: 0) { (old: RecordV1) in old }] + Self.migrations
    let store = makeRecordStore(disk, schemaVersion: 3, migrations: migrations)
    let error = try #require(failure { try store.update { $0.count += 1 } })
    #expect(error.isCorrupt)
    #expect(disk.text(at: testPath) == text)
  }

  @Test("migrates a file by rewriting its text")
  func rewriting() {
    let disk = InMemoryFileSystem()
    disk.place("{\"schema\": 1, \"payload\": 20}", at: testPath)
    let store = JSONFileStore(
      path: testPath,
      default: 0,
      schemaVersion: 2,
      migrations: [SchemaMigration(from: 1, rewriting: { Data("\(String(decoding: $0, as: UTF8.self))1".utf8) })],
      writtenBy: "tests",
      fileSystem: disk
    )
    #expect(store.outcome() == .value(201))
  }
}
