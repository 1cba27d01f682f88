import BenchmarkTools
import DependencyInjection
import FeatureFlags
import Foundation
import Navigation
import Synchronization

// Benchmarks for three small engines (navigation, dependency injection and feature flags), in nanoseconds per
// operation.

let table = ResultTable("Navigation, medians of wall time on a stack of 100")
try await NavigationBenchmarks.run(into: table)
table.heading("Dependency injection, processor time, best of seven rounds")
try ContainerBenchmarks.run(into: table)
table.heading("Feature flags, processor time, best of seven rounds")
try FlagBenchmarks.run(into: table)
try table.show()

/// Benchmarks that resolve keys in a container with about fifty registrations.
enum ContainerBenchmarks {
  private final class Service: Sendable {
    func one() -> Int { 1 }
  }

  private static let service = DependencyKey<Service>("service")
  private static let number = DependencyKey<Int>("number")

  static func run(into table: ResultTable) throws {
    var builder = ContainerBuilder()
    builder.register(service) { Service() }
    builder.register(number) { 7 }
    for index in 0..<50 {
      builder.register(DependencyKey<Service>("more \(index)", line: index)) { Service() }
    }
    let container = try builder.build()
    func add(_ name: String, _ claim: Claim? = nil, _ body: () throws -> Int) rethrows {
      table.add(name, try ProcessorClock.best(runs: 2_000_000, body) * 1e9, .nanoseconds, claim)
    }
    try add("resolving a singleton", .atMost(500)) { try container.resolve(service).one() }
    try add("resolving a value", .atMost(500)) { try container.resolve(number) }
    try runThreads(table)
  }

  /// Resolves ten singletons from 100 threads, 10,000 times per thread.
  private static func runThreads(_ table: ResultTable) throws {
    let made = Atomic(0)
    var builder = ContainerBuilder()
    let keys = (0..<10).map { DependencyKey<Service>("shared \($0)") }
    for key in keys {
      builder.register(key) {
        made.add(1, ordering: .relaxed)
        return Service()
      }
    }
    let container = try builder.build()
    let failures = Atomic(0)
    let group = DispatchGroup()
    let time = Stopwatch.seconds {
      for thread in 0..<100 {
        group.enter()
        Thread {
          for index in 0..<10_000 {
            do { _ = try container.resolve(keys[(thread + index) % keys.count]) } catch {
              failures.add(1, ordering: .relaxed)
            }
          }
          group.leave()
        }.start()
      }
      group.wait()
    }
    let failed = failures.load(ordering: .relaxed)
    table.add(
      "factories run by 100 threads × 10,000 resolutions of 10 singletons",
      Double(made.load(ordering: .relaxed) + failed),
      .number,
      .atMost(10),
      note: "in \(FigureUnit.milliseconds.text(time * 1e3)), \(failed) failures"
    )
  }
}

/// Benchmarks that read flags from a catalog of 53 flags with three layers.
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
      sources: [
        .commandLine(assignments: ["newSearch=on"]),
        .environment(prefix: "BENCHMARK_", environment: environment, catalog: catalog),
      ]
    )
    let snapshot = client.snapshot()
    func add(_ name: String, _ claim: Claim? = nil, _ body: () -> Int) {
      table.add(name, ProcessorClock.best(runs: 2_000_000, body) * 1e9, .nanoseconds, claim)
    }
    add("a flag from a snapshot", .atMost(500)) { snapshot.value(of: isOn) ? 1 : 0 }
    add("a number from a snapshot", .atMost(500)) { snapshot.value(of: limit) }
    add("a text from a snapshot", .atMost(500)) { snapshot.value(of: title).utf8.count }
    add("a flag through the client") { client.value(of: isOn) ? 1 : 0 }
  }
}

/// Benchmarks for the router's commands, links and documents, in nanoseconds per operation.
@MainActor
enum NavigationBenchmarks {
  private struct Page: Destination {
    static let id: DestinationID = "benchmark.page"
    var number: Int
  }

  private struct Coin: Destination {
    static let id: DestinationID = "benchmark.coin"
    var coin: String
    var days: Int?
  }

  private final class Screen: NavigationGuard {
    func canLeave(for command: NavigationCommand) async -> GuardDecision { .allow }
  }

  private final class PlainScreen {}

  private static func router(guarded: Bool = false) async throws -> Router<AnyObject> {
    let make: @MainActor () -> AnyObject = { guarded ? Screen() : PlainScreen() }
    let registry = try DestinationRegistry<AnyObject> { registrar in
      registrar.register(Page.self) { _, _ in make() }
      registrar.register(Coin.self, link: LinkRule("markets/:coin?days")) { _, _ in make() }
    }
    let router = try Router(registry, home: Page(number: 0))
    for number in 1..<100 { _ = await router.perform(.push(Page(number: number), policy: .always)) }
    return router
  }

  static func run(into table: ResultTable) async throws {
    /// Adds the time per operation for a closure that performs `count` operations.
    func add(_ name: String, _ claim: Claim? = nil, count: Int, _ body: () async throws -> Void) async throws {
      var rounds: [Double] = []
      for _ in 0..<15 { rounds.append(try await Stopwatch.seconds(body) / Double(count)) }
      table.add(name, Statistics.median(rounds) * 1e9, .nanoseconds, claim)
    }
    func push(_ number: Int) -> NavigationCommand { .push(Page(number: number), policy: .always) }

    let router = try await router()
    try await add("a command", .atMost(2_000), count: 20_000) {
      for number in 0..<10_000 {
        _ = await router.perform(push(number))
        _ = await router.perform(.back())
      }
    }
    try await add("a push of the page that is already on top", .atMost(2_000), count: 20_000) {
      for _ in 0..<20_000 { _ = await router.perform(.push(Page(number: 99))) }
    }
    try await add("a command through the queue", count: 20_000) {
      for number in 0..<10_000 {
        router.queue.send(push(number))
        router.queue.send(.back())
      }
      _ = await router.perform(.back(steps: 0))
    }
    let guardedRouter = try await self.router(guarded: true)
    try await add("a command with guards on all screens", count: 20_000) {
      for number in 0..<10_000 {
        _ = await guardedRouter.perform(push(number))
        _ = await guardedRouter.perform(.back())
      }
    }
    try await add("a link read", count: 5_000) {
      for _ in 0..<5_000 { _ = try router.catalog.path(of: "markets/bitcoin?days=30") }
    }
  }
}
