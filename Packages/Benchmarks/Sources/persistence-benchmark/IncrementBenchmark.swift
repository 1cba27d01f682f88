import BenchmarkTools
import FetchCounter
import Foundation
import Persistence

/// A benchmark of durable increments by the store, by SQLite and by bare system calls.
///
/// The three run alternately, so other disk activity affects all of them.
struct IncrementBenchmark {
  static let rounds = 600
  private static let warmUps = 40

  private struct Counter: Codable, Sendable {
    var count = 0
  }

  private typealias Runner = (name: String, run: () async throws -> Void)

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
    let record = FetchCountStore(in: PersistedStorage(folder: folder.file("record"), writtenBy: "benchmark 1.0"))
    guard let code = ResponseCode("7f0c5a52-5a1e-4c57-9d0b-0a3f3f6d8a11") else {
      throw BenchmarkError("A code was rejected.")
    }
    let entry = FetchedCode(
      responseCode: code,
      fetchedAt: Date(timeIntervalSince1970: 1_769_860_800),
      duration: .milliseconds(1)
    )

    var runners: [Runner] = [
      ("store", { try Self.change(store) { $0.count += 1 } }),
      ("bare calls", { try raw.write() }),
      ("record", { _ = try await record.update { $0.add(entry, in: .gmt) } }),
    ]
    if let sqlite { runners.append(("SQLite", { try sqlite.add() })) }
    let times = try await measure(runners)
    try check(store, sqlite)
    report(times, sqlite, into: table)
  }

  /// Changes the store on the current thread, because async code would select the nonblocking overload.
  private static func change(_ store: JSONFileStore<Counter>, _ body: (inout Counter) -> Void) throws {
    try store.update(body)
  }

  private func measure(_ runners: [Runner]) async throws -> [String: [Double]] {
    var times: [String: [Double]] = [:]
    for round in 0..<(Self.warmUps + Self.rounds) {
      // Each round starts with a different runner, so no runner always follows the same one.
      for offset in runners.indices {
        let runner = runners[(round + offset) % runners.count]
        let seconds = try await Stopwatch.seconds { try await runner.run() }
        if round >= Self.warmUps { times[runner.name, default: []].append(seconds) }
      }
    }
    return times
  }

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
      "  relative to write, fsync, rename, fsync of the folder",
      median("bare calls") / own,
      .times,
      .atLeast(0.8),
      note: text("bare calls")
    )
    let name = "  relative to SQLite, rollback journal, synchronous FULL"
    if let sqlite {
      let note = "\(text("SQLite")), SQLite \(sqlite.version)"
      table.add(name, median("SQLite") / own, .times, .atLeast(1.2), note: note)
    } else {
      table.skip(name, because: "libsqlite3.so.0 is not installed (Debian: apt-get install libsqlite3-0)")
    }
  }
}

/// A counter that replaces its file durably with bare system calls; it doesn't lock, read, check or back up the file.
struct RawCounter {
  let folder: String
  let path: String
  /// Content of the same length as the store's file.
  let bytes: [UInt8]

  func write() throws {
    let temporary = path + ".tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0, Foundation.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, close(file) == 0,
      rename(temporary, path) == 0
    else { throw BenchmarkError("\(path) can't be written: \(String(cString: strerror(errno))).") }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0, fsync(directory) == 0, close(directory) == 0 else {
      throw BenchmarkError("\(folder) can't be synchronized: \(String(cString: strerror(errno))).")
    }
  }
}

/// A benchmark of processes that concurrently increment the count in one file without losing an increment.
struct ProcessesBenchmark {
  private static let processes = 8
  private static let times = 500

  let folder: DiskFolder

  static func increment(path: String, times: Int) throws {
    let store = store(path)
    for _ in 0..<times { try store.update { $0 += 1 } }
  }

  func run(into table: ResultTable) throws {
    let path = folder.file("shared.json")
    let seconds = try Stopwatch.seconds {
      let children = try (0..<Self.processes).map { _ in try start(["increments", path, "\(Self.times)"]) }
      for child in children {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else { throw BenchmarkError("A counting process ended with status \(status).") }
      }
    }
    let count = try Self.store(path).load()
    let expected = Self.processes * Self.times
    table.add(
      "counted by \(Self.processes) processes with \(Self.times) increments each",
      Double(count),
      .number,
      .atLeast(Double(expected)),
      note: FigureUnit.perSecond.text(Double(expected) / seconds)
    )
    guard count == expected else { throw BenchmarkError("Increments were lost.") }
  }

  private static func store(_ path: String) -> JSONFileStore<Int> {
    JSONFileStore(path: path, default: 0, writtenBy: "benchmark 1.0", lockTimeout: .seconds(60))
  }

  private func start(_ arguments: [String]) throws -> pid_t {
    let texts = ([CommandLine.arguments[0]] + arguments).map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, "/proc/self/exe", nil, nil, texts, environ)
    guard error == 0 else { throw BenchmarkError("A process can't be started: \(String(cString: strerror(error))).") }
    return process
  }
}
