import Foundation

/// `fetch-counter serve` in a process of its own.
final class ServedProgram {
  let url: URL
  private let process: Process

  init(_ program: String) throws {
    process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["serve", "--port", "0", "--json"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]) { line.append(byte) }
    let document = try JSONSerialization.jsonObject(with: line) as? [String: Any]
    guard let address = document?["counter_url"] as? String, let url = URL(string: address) else {
      throw BenchmarkError("\(program) serve printed no address.")
    }
    self.url = url
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
