import Foundation
import Persistence
import PersistenceTesting
import Testing

@Suite("Members that the program doesn't know")
struct UnknownMemberTests {
  /// Returns the file after a change, as Foundation values.
  private func rewritten(_ text: String, _ change: (inout Record) -> Void) throws -> NSDictionary {
    let disk = InMemoryFileSystem()
    disk.place(text, at: testPath)
    try makeRecordStore(disk).update(change)
    let bytes = try #require(disk.contents(at: testPath))
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
  }

  private func payload(_ text: String, _ change: (inout Record) -> Void) throws -> NSDictionary {
    try #require(try rewritten("{\"schema\": 1, \"payload\": \(text)}", change)["payload"] as? NSDictionary)
  }

  private func json(_ text: String) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test("keeps unknown members next to the payload")
  func outermost() throws {
    let result = try rewritten(
      "{\"schema\": 1, \"comment\": \"mine\", \"payload\": {\"count\": 1, \"entries\": [], \"totals\": {}}, \"extra\": [1, null]}"
    ) { $0.count = 2 }
    #expect(result["comment"] as? String == "mine")
    #expect(result["extra"] as? NSArray == [1, NSNull()])
    #expect(result["written_by"] as? String == "tests 1.0")
  }

  static let cases: [(String, String, @Sendable (inout Record) -> Void, String)] = [
    (
      "in the payload, with any type",
      #"{"count":1,"entries":[],"totals":{},"theme":"dark","list":[1,2],"nested":{"a":{"b":null}}}"#,
      { $0.count = 2 },
      #"{"count":2,"entries":[],"totals":{},"theme":"dark","list":[1,2],"nested":{"a":{"b":null}}}"#
    ),
    (
      "in unchanged list elements, even if other elements are added or removed",
      #"{"count":1,"entries":[{"code":1,"x":1},{"code":2,"x":2},{"code":3,"x":3}],"totals":{}}"#,
      { record in
        record.entries.removeFirst()
        record.entries.append(.init(code: 4))
      },
      #"{"count":1,"entries":[{"code":2,"x":2},{"code":3,"x":3},{"code":4}],"totals":{}}"#
    ),
    (
      "but not in a changed list element",
      #"{"count":1,"entries":[{"code":1,"x":1},{"code":2,"x":2}],"totals":{}}"#,
      { $0.entries[0].code = 9 },
      #"{"count":1,"entries":[{"code":9},{"code":2,"x":2}],"totals":{}}"#
    ),
    (
      "but not an optional that became nil",
      #"{"count":1,"label":"old","entries":[],"totals":{},"x":1}"#,
      { $0.label = nil },
      #"{"count":1,"entries":[],"totals":{},"x":1}"#
    ),
    (
      "but not a key that was removed from a dictionary",
      #"{"count":1,"entries":[],"totals":{"a":1,"b":2},"x":1}"#,
      { $0.totals["a"] = nil },
      #"{"count":1,"entries":[],"totals":{"b":2},"x":1}"#
    ),
    (
      "but not the old value of a key that the program sets itself",
      #"{"count":1,"label":null,"entries":[],"totals":{}}"#,
      { $0.label = "new" },
      #"{"count":1,"label":"new","entries":[],"totals":{}}"#
    ),
  ]

  @Test("keeps unknown members inside the payload", arguments: cases)
  func inside(name: String, before: String, change: @Sendable (inout Record) -> Void, after: String) throws {
    #expect(try payload(before, change) == json(after), "\(name)")
  }

  @Test("keeps every digit of numbers that don't fit any type")
  func digits() throws {
    let disk = InMemoryFileSystem()
    let number = "123456789012345678901234567890.12345678901234567890e-400"
    disk.place(
      "{\"schema\": 1, \"payload\": {\"count\": 1, \"entries\": [], \"totals\": {}, \"pi\": \(number)}}",
      at: testPath
    )
    try makeRecordStore(disk).update { $0.count = 2 }
    #expect(disk.text(at: testPath)?.contains(number) == true)
  }

  @Test("keeps unknown members after many changes by the same store and by other stores")
  func manyChanges() throws {
    let disk = InMemoryFileSystem()
    disk.place(#"{"schema":1,"x":true,"payload":{"count":0,"entries":[],"totals":{},"y":{"z":[1]}}}"#, at: testPath)
    let stores = [makeRecordStore(disk), makeRecordStore(disk)]
    for number in 0..<10 { try stores[number % 3 == 0 ? 0 : 1].update { $0.count += 1 } }
    let bytes = try #require(disk.contents(at: testPath))
    let result = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    #expect(result["x"] as? Bool == true)
    #expect(
      result["payload"] as? NSDictionary
        == (try json(#"{"count":10,"entries":[],"totals":{},"y":{"z":[1]}}"#))
    )
  }

  @Test("drops unknown members when the schema changes")
  func acrossSchemas() throws {
    let disk = InMemoryFileSystem()
    disk.place(#"{"schema":1,"x":1,"payload":{"n":1,"y":2}}"#, at: testPath)
    let store = makeRecordStore(
      disk,
      schemaVersion: 2,
      migrations: [SchemaMigration(from: 1) { (old: SchemaTests.RecordV1) in Record(count: old.n) }]
    )
    try store.update { $0.count += 1 }
    let text = try #require(disk.text(at: testPath))
    #expect(text.contains("\"x\": 1"))
    #expect(!text.contains("\"y\""))
  }
}
