import BenchmarkTools
import Foundation
import Persistence

/// Processes that count in one file at once: none of their increments may be lost.
struct ProcessesBenchmark {
  private static let processes = 8
  private static let times = 500

  let folder: DiskFolder

  /// What each of the processes does.
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
      "\(count)",
      asked: "\(expected)",
      isMet: count == expected,
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
