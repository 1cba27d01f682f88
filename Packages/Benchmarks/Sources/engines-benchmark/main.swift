// The three small engines: navigation, dependency injection, feature flags. Nanoseconds an operation.

@MainActor
func report(_ name: String, limit: Int? = nil, _ nanoseconds: Double) {
  print("  \(name): \(Int(nanoseconds)) ns\(limit.map { " (at most \($0))" } ?? "")")
}

print("Navigation, medians of wall time on a stack of 100")
report("a command", limit: 2_000, try await NavigationBenchmarks.commandAtDepth100())
report("a push that finds its page on top", limit: 2_000, try await NavigationBenchmarks.reuseAtDepth100())
report("a command through the signal", try await NavigationBenchmarks.signalledCommand())
report("a command where every screen is guarded", try await NavigationBenchmarks.guardedCommand())
report("the pure reducer", try await NavigationBenchmarks.reducerAtDepth100())
report("a link read", try await NavigationBenchmarks.resolveLink())
report("a link printed", try await NavigationBenchmarks.printLink())
report("a restoration document read", try await NavigationBenchmarks.readDocument())
print("Dependency injection, processor time, best of seven rounds")
try ContainerBenchmarks.run()
print("Feature flags, processor time, best of seven rounds")
try FlagBenchmarks.run()
