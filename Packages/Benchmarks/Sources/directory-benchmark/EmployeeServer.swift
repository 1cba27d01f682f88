import Foundation
import SampleServices

/// The sample directory in a process of its own, so that its memory and its work are not those that are measured.
final class EmployeeServer {
  let url: URL
  private let process: Process
  private let input = Pipe()

  init(count: Int) throws {
    process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["serve", "\(count)"]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = try Loading.url(line.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  static func serve(count: Int) throws {
    let services = try SampleServices(directory: SampleDirectoryOptions(count: count))
    FileHandle.standardOutput.write(Data("\(services.directoryURL.absoluteString)\n".utf8))
    _ = FileHandle.standardInput.readDataToEndOfFile()
    services.stop()
  }
}
