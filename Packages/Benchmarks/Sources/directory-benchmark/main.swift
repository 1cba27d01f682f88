import Foundation

// Usage: directory-benchmark [PROGRAM]  all measurements, against a server in a process of its own; with the program, its list, too
//        directory-benchmark serve N    the sample directory with N employees; prints its address, and ends with its input
//        directory-benchmark memory URL loads the list and prints what the process then takes

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("serve", let count?):
  try EmployeeServer.serve(count: Int(count) ?? 0)
case ("memory", let address?):
  try await MemoryMeasurement.run(at: try Loading.url(address))
case (nil, _):
  try await DirectoryBenchmark(program: nil).run()
case (let program?, nil):
  try await DirectoryBenchmark(program: program).run()
default:
  FileHandle.standardError.write(Data("directory-benchmark knows no '\(arguments.joined(separator: " "))'.\n".utf8))
  exit(2)
}
