import BenchmarkTools
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "start-up":
    guard arguments.count == 3 else { throw UsageError("start-up PROGRAM BASELINE") }
    try StartUpBenchmark(program: arguments[1], baseline: arguments[2]).run()
  case "app":
    guard arguments.count >= 2 else { throw UsageError("app PROGRAM ARCHIVE…") }
    try AppBenchmark(program: arguments[1], archives: Array(arguments.dropFirst(2))).run()
  case "networking":
    guard (2...3).contains(arguments.count) else { throw UsageError("networking FOLDER [STATIC-CLIENT]") }
    let staticClient = arguments.count == 3 ? arguments[2] : nil
    try NetworkingBenchmark(folder: arguments[1], staticClient: staticClient).run()
  case "table":
    guard arguments.count == 2 else { throw UsageError("table RESULTS") }
    try ResultTable.show(resultsAt: URL(filePath: arguments[1]))
  default:
    throw UsageError(
      "app PROGRAM ARCHIVE… | start-up PROGRAM BASELINE | networking FOLDER [STATIC-CLIENT] | table RESULTS"
    )
  }
} catch {
  FileHandle.standardError.write(Data("benchmark: \(error)\n".utf8))
  exit(error is UsageError ? 2 : 1)
}

/// A command line that is none.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ usage: String) { description = "usage: benchmark \(usage)" }
}
