import BenchmarkTools
import Foundation

// Benchmarks for whole programs. PROGRAM is the path of `fetch-counter`, and FOLDER contains this package's
// programs.
let usage = """
  usage: benchmark app PROGRAM ARCHIVE… | start-up PROGRAM BASELINE | networking FOLDER [STATIC-CLIENT] | table RESULTS \
  | serve [FILE]
  """
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.count) {
  case ("start-up", 3): try StartUpBenchmark(program: arguments[1], baseline: arguments[2]).run()
  case ("app", 2...): try AppBenchmark(program: arguments[1], archives: Array(arguments.dropFirst(2))).run()
  case ("networking", 2...3):
    let staticClient = arguments.count == 3 ? arguments[2] : nil
    try NetworkingBenchmark(folder: arguments[1], staticClient: staticClient).run()
  case ("table", 2): try ResultTable.show(resultsAt: URL(filePath: arguments[1]))
  case ("serve", 1...2): try PeerServer.serve(large: arguments.count == 2 ? arguments[1] : nil)
  default:
    FileHandle.standardError.write(Data("\(usage)\n".utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("benchmark: \(error)\n".utf8))
  exit(1)
}
