import BenchmarkTools
import DependencyInjection
import Foundation

/// Resolving from a container of some fifty registrations.
enum ContainerBenchmarks {
  private final class Service: Sendable {
    func one() -> Int { 1 }
  }

  private static let service = DependencyKey<Service>("service")
  private static let number = DependencyKey<Int>("number")
  private static let transient = DependencyKey<Service>("transient")

  static func run(into table: ResultTable) throws {
    var builder = ContainerBuilder()
    builder.register(service, scope: .singleton) { Service() }
    builder.register(number, value: 7)
    builder.register(transient) { Service() }
    for index in 0..<50 {
      builder.register(DependencyKey<Service>("more \(index)", line: index), scope: .singleton) { Service() }
    }
    let container = try builder.build()
    func add(_ name: String, _ claim: Claim? = nil, count: Int = 2_000_000, _ body: () throws -> Int) rethrows {
      table.add(name, try ProcessorClock.best(runs: count, body) * 1e9, .nanoseconds, claim)
    }
    try add("resolving a singleton", .atMost(50)) { try container.resolve(service).one() }
    try add("resolving a value", .atMost(50)) { try container.resolve(number) }
    try add("resolving a transient", count: 200_000) { try container.resolve(transient).one() }
    try runThreads(table)
  }

  /// 100 threads with 10,000 resolutions each over ten singletons.
  private static func runThreads(_ table: ResultTable) throws {
    let made = Count()
    var builder = ContainerBuilder()
    let keys = (0..<10).map { DependencyKey<Service>("shared \($0)") }
    for key in keys {
      builder.register(key, scope: .singleton) {
        made.increment()
        return Service()
      }
    }
    let container = try builder.build()
    let failures = Count()
    let group = DispatchGroup()
    let time = Stopwatch.seconds {
      for thread in 0..<100 {
        group.enter()
        Thread {
          for index in 0..<10_000 {
            do { _ = try container.resolve(keys[(thread + index) % keys.count]) } catch { failures.increment() }
          }
          group.leave()
        }.start()
      }
      group.wait()
    }
    table.add(
      "factories run by 100 threads × 10,000 resolutions of 10 singletons",
      Double(made.value + failures.value),
      .number,
      .atMost(10),
      note: "in \(FigureUnit.milliseconds.text(time * 1e3)), \(failures.value) failures"
    )
  }

  /// Counts from several threads.
  ///
  /// `@unchecked Sendable`: `count` is guarded by `lock`.
  private final class Count: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func increment() { lock.withLock { count += 1 } }
  }
}
