import BenchmarkTools
import Components
import Directory
import Foundation

/// What a process takes that has loaded the list: as much of it as is in memory, and the most that was.
enum MemoryMeasurement {
  @MainActor
  static func run(at url: URL) async throws {
    let viewModel = try Loading.viewModel(at: url)
    await viewModel.load()
    viewModel.editSearch { $0.insert("a") }
    guard viewModel.rows.count > 0 else { throw Loading.NoAddress(text: url.absoluteString) }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let values = ["VmRSS:", "VmHWM:"].map { key in
      status.split(separator: "\n").first { $0.hasPrefix(key) }?.split { !$0.isNumber }.first.map(String.init) ?? "0"
    }
    print(values.joined(separator: " "))
  }

  /// Runs the measurement in a process of its own; in MiB.
  static func measure(at url: URL) throws -> (now: Double, most: Double) {
    let text = try ChildProcess.output(CommandLine.arguments[0], ["memory", url.absoluteString])
    let values = text.split { !$0.isNumber }.compactMap { Double($0) }.map { $0 / 1_024 }
    return values.count == 2 ? (values[0], values[1]) : (0, 0)
  }
}
