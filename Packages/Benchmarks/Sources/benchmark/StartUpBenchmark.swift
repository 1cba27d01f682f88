import BenchmarkTools
import Foundation

/// How long short commands take, as multiples of a program that only imports Foundation and prints a line.
struct StartUpBenchmark {
  /// The counted pairs of each command; a few more come before, for the caches.
  private static let pairs = 100
  private static let warmUps = 5

  let program: String
  let baseline: String

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var environment = ProcessInfo.processInfo.environment
    environment["FETCH_COUNTER_DATA_DIR"] = folder.path
    // The status of a count that is there, not of a missing file.
    _ = try ChildProcess(program, ["fetch"], environment: environment).measure()

    let table = ResultTable(
      "Start-up, medians of \(Self.pairs) pairs with a program that only imports Foundation"
    )
    for command in ["--version", "--help", "status", "status --json", "fetch"] {
      let words = command.split(separator: " ").map(String.init)
      let (own, base) = try measure(words, environment: environment)
      let ratio = Statistics.median(zip(own, base).map { $0 / $1 })
      let other = FigureUnit.milliseconds.text(Statistics.median(base) * 1_000)
      table.add(
        command,
        Statistics.median(own) * 1_000,
        .milliseconds,
        note: "\(FigureUnit.times.text(ratio)) \(other)"
      )
    }
    try table.show()
  }

  /// Runs both in turn, so that what else happens on the machine meets both.
  private func measure(_ words: [String], environment: [String: String]) throws -> (own: [Double], base: [Double]) {
    var own: [Double] = []
    var base: [Double] = []
    for round in 0..<(Self.pairs + Self.warmUps) {
      let first = try ChildProcess(program, words, environment: environment).measure()
      let second = try ChildProcess(baseline, [], environment: environment).measure()
      guard round >= Self.warmUps else { continue }
      own.append(first)
      base.append(second)
    }
    return (own, base)
  }
}
