// Durable increments against SQLite and the bare calls, processes at once, and what a fetch costs beyond the transport.
import BenchmarkTools
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.count) {
  case ("increments", 3):
    // One of several processes that count in one file.
    try ProcessesBenchmark.increment(path: arguments[1], times: Int(arguments[2]) ?? 0)
  case ("all", 3):
    let folder = try DiskFolder(in: arguments[1])
    defer { folder.remove() }
    let table = ResultTable(
      "Durable increments on \(folder.description), \(IncrementBenchmark.rounds) of each in turn, medians"
    )
    try await IncrementBenchmark(folder: folder).run(into: table)
    try ProcessesBenchmark(folder: folder).run(into: table)
    table.heading(FetchBenchmark.title)
    try FetchBenchmark(folder: folder, program: arguments[2]).run(into: table)
    try table.show()
  case ("pairs", 2):
    // One of the processes of a fetch's share, as the next.
    guard let url = URL(string: arguments[1]) else { throw BenchmarkError("'\(arguments[1])' is no URL.") }
    try await FetchBenchmark.sendPairs(to: url)
  case ("fetch", 3):
    guard let url = URL(string: arguments[1]) else { throw BenchmarkError("'\(arguments[1])' is no URL.") }
    try await FetchBenchmark.fetch(from: url, path: arguments[2])
  case ("fetches", 3):
    let folder = try DiskFolder(in: arguments[1])
    defer { folder.remove() }
    let table = ResultTable(FetchBenchmark.title)
    try FetchBenchmark(folder: folder, program: arguments[2]).run(into: table)
    try table.show()
  default:
    throw BenchmarkError("usage: persistence-benchmark all|fetches FOLDER FETCH-COUNTER | increments FILE TIMES")
  }
} catch {
  FileHandle.standardError.write(Data("persistence-benchmark: \(error)\n".utf8))
  exit(1)
}
