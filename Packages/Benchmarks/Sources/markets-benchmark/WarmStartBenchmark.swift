import BenchmarkTools
import Foundation

/// From the start of the program to the end of the list, all of it from the cache.
struct WarmStartBenchmark {
  private static let rounds = 60

  let program: String

  func run(into table: ResultTable) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var environment = ProcessInfo.processInfo.environment
    environment["FETCH_COUNTER_DATA_DIR"] = folder.appending(path: "data").path
    environment["FETCH_COUNTER_CACHE_DIR"] = folder.appending(path: "cache").path
    environment["FETCH_COUNTER_CONFIG"] = nil
    _ = try ChildProcess(program, ["markets", "list"], environment: environment).measure()
    // With --offline nothing can be sent; that the same list comes without it shows that nothing has to be.
    for words in [["markets", "list"], ["markets", "list", "--offline"]] {
      var times: [Double] = []
      for _ in 0..<Self.rounds {
        times.append(try ChildProcess(program, words, environment: environment).measure())
      }
      table.add(words.joined(separator: " "), Statistics.median(times) * 1e3, .milliseconds, .atMost(30))
    }
  }
}
