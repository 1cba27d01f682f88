import BenchmarkTools
import Foundation

// Compares durable increments with SQLite and bare system calls, runs concurrent processes, and measures the cost of a
// fetch, excluding the transport.

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.count) {
  case ("increments", 3):
    // A child process started by ProcessesBenchmark.
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
    try await FetchBenchmark(folder: folder, program: arguments[2]).run(into: table)
    try table.show()
  case ("pairs", 2):
    // A child process started by FetchBenchmark, as in the next case.
    guard let url = URL(string: arguments[1]) else { throw BenchmarkError("'\(arguments[1])' isn't a URL.") }
    try await FetchBenchmark.sendPairs(to: url)
  case ("fetch", 3):
    guard let url = URL(string: arguments[1]) else { throw BenchmarkError("'\(arguments[1])' isn't a URL.") }
    try await FetchBenchmark.fetch(from: url, path: arguments[2])
  case ("fetches", 3):
    let folder = try DiskFolder(in: arguments[1])
    defer { folder.remove() }
    let table = ResultTable(FetchBenchmark.title)
    try await FetchBenchmark(folder: folder, program: arguments[2]).run(into: table)
    try table.show()
  default:
    throw BenchmarkError("usage: persistence-benchmark all|fetches FOLDER FETCH-COUNTER | increments FILE TIMES")
  }
} catch {
  FileHandle.standardError.write(Data("persistence-benchmark: \(error)\n".utf8))
  exit(1)
}

/// A new directory on a physical disk instead of in memory, where durable writes would cost nothing.
struct DiskFolder {
  let path: String
  /// The type of the directory's file system.
  let description: String

  init(in parent: String) throws {
    path = parent + "/persistence-\(getpid())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    description = Self.fileSystem(of: path)
    if ["tmpfs", "ramfs"].contains(description) {
      remove()
      throw BenchmarkError("\(parent) is in memory, not on a disk.")
    }
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// Removes the directory; if a file can't be removed, it stays in the scratch directory.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the file system type of the directory's mount, according to proc_pid_mountinfo(5).
  private static func fileSystem(of path: String) -> String {
    let folder = URL(filePath: path).resolvingSymlinksInPath().path + "/"
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    var found = (point: "", type: "a disk")
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 4, let mark = words.firstIndex(of: "-"), mark + 1 < words.count else { continue }
      let point = words[4] == "/" ? "/" : words[4] + "/"
      if folder.hasPrefix(point), point.count >= found.point.count { found = (String(point), String(words[mark + 1])) }
    }
    return found.type
  }
}
