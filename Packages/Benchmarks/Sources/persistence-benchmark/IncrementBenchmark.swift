import BenchmarkTools
import FetchCounter
import Foundation
import Persistence

/// A durable increment of the store, of SQLite, and by the bare calls, in turn, so that what else the disk does meets all.
struct IncrementBenchmark {
  static let rounds = 600
  private static let warmUps = 40

  private struct Counter: Codable, Sendable {
    var count = 0
  }

  private struct Runner {
    let name: String
    let run: () async throws -> Void
  }

  let folder: DiskFolder

  func run(into table: ResultTable) async throws {
    let path = folder.file("count.json")
    let store = JSONFileStore(path: path, default: Counter(), writtenBy: "benchmark 1.0")
    try Self.change(store) { $0.count = 1_000_000 }
    let raw = RawCounter(
      folder: folder.path,
      path: folder.file("raw.json"),
      bytes: Array(try Data(contentsOf: URL(filePath: path)))
    )
    let sqlite = try SQLiteCounter(path: folder.file("count.db"))
    let record = FetchCountStore(folder: folder.file("record"), writtenBy: "benchmark 1.0")
    guard let code = ResponseCode("7f0c5a52-5a1e-4c57-9d0b-0a3f3f6d8a11") else {
      throw BenchmarkError("A code is refused.")
    }
    let entry = FetchedCode(
      responseCode: code,
      fetchedAt: Date(timeIntervalSince1970: 1_769_860_800),
      duration: .milliseconds(1)
    )

    var runners = [
      Runner(name: "store") { try Self.change(store) { $0.count += 1 } },
      Runner(name: "bare calls") { try raw.write() },
      Runner(name: "record") { _ = try await record.update { $0.add(entry) } },
    ]
    if let sqlite { runners.append(Runner(name: "SQLite") { try sqlite.add() }) }
    let times = try await measure(runners)
    try check(store, sqlite)
    report(times, sqlite, into: table)
  }

  /// The change in this thread; asynchronous code would get the one that does not block it.
  private static func change(_ store: JSONFileStore<Counter>, _ body: (inout Counter) -> Void) throws {
    try store.update(body)
  }

  private func measure(_ runners: [Runner]) async throws -> [String: [Double]] {
    var times: [String: [Double]] = [:]
    for round in 0..<(Self.warmUps + Self.rounds) {
      // Another one begins each time, so that none always comes after the same one.
      for offset in runners.indices {
        let runner = runners[(round + offset) % runners.count]
        let seconds = try await Stopwatch.seconds { try await runner.run() }
        if round >= Self.warmUps { times[runner.name, default: []].append(seconds) }
      }
    }
    return times
  }

  /// What was measured must also have happened.
  private func check(_ store: JSONFileStore<Counter>, _ sqlite: SQLiteCounter?) throws {
    let expected = Self.warmUps + Self.rounds
    guard try store.load().count == 1_000_000 + expected else { throw BenchmarkError("The store has lost increments.") }
    if let count = try sqlite?.count(), count != expected { throw BenchmarkError("SQLite has lost increments.") }
  }

  private func report(_ times: [String: [Double]], _ sqlite: SQLiteCounter?, into table: ResultTable) {
    func median(_ name: String) -> Double { Statistics.median(times[name] ?? []) * 1e6 }
    func text(_ name: String) -> String { FigureUnit.microseconds.text(median(name)) }
    let own = median("store")
    table.add("an increment of an integer in the store", own, .microseconds)
    table.add("  of the count's record with ten codes", median("record"), .microseconds)
    table.add(
      "  to write, fsync, rename, fsync of the folder",
      median("bare calls") / own,
      .times,
      .atLeast(0.8),
      note: text("bare calls")
    )
    let name = "  to SQLite, rollback journal, synchronous FULL"
    if let sqlite {
      let note = "\(text("SQLite")), SQLite \(sqlite.version)"
      table.add(name, median("SQLite") / own, .times, .atLeast(1.2), note: note)
    } else {
      table.skip(name, because: "libsqlite3.so.0 is not installed (Debian: apt-get install libsqlite3-0)")
    }
  }
}
