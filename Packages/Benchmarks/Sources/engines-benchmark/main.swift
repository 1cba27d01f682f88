// The three small engines: navigation, dependency injection, feature flags. Nanoseconds an operation.

import BenchmarkTools

let table = ResultTable("Navigation, medians of wall time on a stack of 100")
let commands: [(String, Claim?, @MainActor () async throws -> Double)] = [
  ("a command", .atMost(2_000), NavigationBenchmarks.commandAtDepth100),
  ("a push that finds its page on top", .atMost(2_000), NavigationBenchmarks.reuseAtDepth100),
  ("a command through the signal", nil, NavigationBenchmarks.signalledCommand),
  ("a command where every screen is guarded", nil, NavigationBenchmarks.guardedCommand),
  ("the pure reducer", nil, NavigationBenchmarks.reducerAtDepth100),
  ("a link read", nil, NavigationBenchmarks.resolveLink),
  ("a link printed", nil, NavigationBenchmarks.printLink),
  ("a restoration document read", nil, NavigationBenchmarks.readDocument),
]
for (name, claim, measure) in commands { table.add(name, try await measure(), .nanoseconds, claim) }
table.heading("Dependency injection, processor time, best of seven rounds")
try ContainerBenchmarks.run(into: table)
table.heading("Feature flags, processor time, best of seven rounds")
try FlagBenchmarks.run(into: table)
try table.show()
