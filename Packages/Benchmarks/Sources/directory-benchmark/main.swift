import Foundation

// Usage: directory-benchmark            all measurements, against a server in a process of its own
//        directory-benchmark serve N    the sample directory with N employees; prints its address, and ends with its input
//        directory-benchmark memory URL loads the list and prints what the process then takes

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("serve", let count?):
  try EmployeeServer.serve(count: Int(count) ?? 0)
case ("memory", let address?):
  try await MemoryMeasurement.run(at: try Loading.url(address))
case (nil, _):
  try await DirectoryBenchmark().run()
default:
  FileHandle.standardError.write(Data("directory-benchmark knows no '\(arguments.joined(separator: " "))'.\n".utf8))
  exit(2)
}
