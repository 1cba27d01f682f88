import FeatureFlags
import Foundation

/// Reading flags from a catalogue of 53 with three layers.
enum FlagBenchmarks {
  private static let isOn = FeatureFlag("newSearch", default: false, description: "A flag.", owner: "benchmark")
  private static let limit = FeatureFlag("limit", default: 3, description: "A number.", owner: "benchmark")
  private static let title = FeatureFlag("title", default: "a", description: "A text.", owner: "benchmark")

  static func run() throws {
    let more = (0..<50).map {
      FeatureFlag("more\($0)", default: $0, description: "Another.", owner: "benchmark").declaration
    }
    let catalog = try FlagCatalog(declarations: [isOn.declaration, limit.declaration, title.declaration] + more)
    let environment = ProcessInfo.processInfo.environment
    let client = FlagClient(
      catalog: catalog,
      providers: [
        CommandLineFlagProvider(assignments: ["newSearch=on"]),
        EnvironmentFlagProvider(prefix: "BENCHMARK_", environment: environment, catalog: catalog),
      ]
    )
    let snapshot = client.snapshot()
    CPUTimer.report("a flag from a snapshot", limit: 20) { snapshot.value(of: isOn) ? 1 : 0 }
    CPUTimer.report("a number from a snapshot", limit: 20) { snapshot.value(of: limit) }
    CPUTimer.report("a text from a snapshot", limit: 20) { snapshot.value(of: title).utf8.count }
    CPUTimer.report("a flag through the client") { client.value(of: isOn) ? 1 : 0 }
  }
}
