import Basics
import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

final class Serial: Sendable {
  private let last = Locked(0)

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

/// Returns a clock that jumps ahead by the requested time whenever a caller waits.
func jumpingClock(_ date: Date = Date(timeIntervalSince1970: 1_769_904_000)) -> StoreClock {
  let now = Locked(Duration.zero)
  return StoreClock(
    date: { date + now.withLock { Double($0.components.seconds) } },
    uptime: { now.withLock { $0 } },
    wait: { pause in now.withLock { $0 += pause } }
  )
}

extension StoreSettings {
  /// Returns settings with no real waiting and a fixed lock holder.
  static func testing(process: Int32 = 4_242, program: String = "tester") -> StoreSettings {
    var settings = StoreSettings()
    settings.clock = jumpingClock()
    settings.holder = LockHolder(process: process, program: program)
    return settings
  }
}

let testPath = "/data/count.json"

func makeStore(
  _ fileSystem: any FileSystem,
  path: String = testPath,
  lockTimeout: Duration = .seconds(10),
  settings: StoreSettings = .testing()
) -> JSONFileStore<Int> {
  JSONFileStore(
    path: path,
    default: 0,
    writtenBy: "tests 1.0",
    fileSystem: fileSystem,
    lockTimeout: lockTimeout,
    settings: settings
  )
}

/// A record with nested values, an optional, a dictionary and a list.
struct Record: Codable, Sendable, Equatable {
  struct Entry: Codable, Sendable, Equatable {
    var code: Int
    var note: String?
  }

  var count = 0
  var label: String?
  var entries: [Entry] = []
  var totals: [String: Int] = [:]
}

func makeRecordStore(
  _ fileSystem: any FileSystem,
  schemaVersion: Int = 1,
  migrations: [SchemaMigration] = []
) -> JSONFileStore<Record> {
  JSONFileStore(
    path: testPath,
    default: Record(),
    schemaVersion: schemaVersion,
    migrations: migrations,
    writtenBy: "tests 1.0",
    fileSystem: fileSystem,
    settings: .testing()
  )
}

/// Returns the names of the files that an unfinished write left next to ``testPath``.
func temporaryNames(_ fileSystem: InMemoryFileSystem) -> [String] {
  fileSystem.names(in: "/data").filter { $0.contains(".tmp-") }
}

extension InMemoryFileSystem {
  func text(at path: String) -> String? {
    contents(at: path).map { String(decoding: $0, as: UTF8.self) }
  }

  func place(_ text: String, at path: String) {
    place(Array(text.utf8), at: path)
  }
}

func failure<Result>(_ operation: () throws -> Result) -> StoreError? {
  do {
    _ = try operation()
    return nil
  } catch let error as StoreError {
    return error
  } catch {
    Issue.record("A store threw \(error)")
    return nil
  }
}

extension StoreError {
  var isUnreadable: Bool {
    if case .unreadable = self { true } else { false }
  }

  var isNotWritable: Bool {
    switch self {
    case .notWritable, .notConfirmed: true
    default: false
    }
  }

  var isLockTimeout: Bool {
    if case .lockTimeout = self { true } else { false }
  }
}

extension TemporaryFolder {
  func write(_ text: String, toPath path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  func text(at path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }
}
