import BenchmarkTools
import FeatureFlags
import Foundation

/// Reading flags from a catalogue of 53 with three layers.
enum FlagBenchmarks {
  private static let isOn = FeatureFlag("newSearch", default: false, description: "A flag.", owner: "benchmark")
  private static let limit = FeatureFlag("limit", default: 3, description: "A number.", owner: "benchmark")
  private static let title = FeatureFlag("title", default: "a", description: "A text.", owner: "benchmark")

  static func run(into table: ResultTable) throws {
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
    func add(_ name: String, _ claim: Claim? = nil, _ body: () -> Int) {
      table.add(name, ProcessorClock.best(runs: 2_000_000, body) * 1e9, .nanoseconds, claim)
    }
    add("a flag from a snapshot", .atMost(20)) { snapshot.value(of: isOn) ? 1 : 0 }
    add("a number from a snapshot", .atMost(20)) { snapshot.value(of: limit) }
    add("a text from a snapshot", .atMost(20)) { snapshot.value(of: title).utf8.count }
    add("a flag through the client") { client.value(of: isOn) ? 1 : 0 }
  }
}
