import Components
import Foundation
import SampleServices
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// The program in the hands of somebody without a plan, over services that fail, for a long time.
///
/// Five simulated minutes unless `FETCH_COUNTER_SOAK_MINUTES` says otherwise; `FETCH_COUNTER_SOAK_SEED` changes what happens.
@MainActor
@Suite("The program in use for long", .timeLimit(.minutes(60)))
struct SoakTests {
  private static let minutes = number("FETCH_COUNTER_SOAK_MINUTES", otherwise: 5)
  private static let seed = number("FETCH_COUNTER_SOAK_SEED", otherwise: 2)

  private static func number(_ name: String, otherwise value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }

  /// The screens that are to be reached, by their types.
  private static let screens: Set<String> = [
    "FetchCounterScreen", "EmployeeListScreen", "EmployeeDetailScreen", "CoinListScreen", "CoinDetailScreen",
    "PortfolioScreen", "AlertsScreen", "SettingsScreen", "help", "palette",
  ]

  /// About one answer in six is wrong, in every way that there is.
  private static let faults = SampleFaultPlan(
    entries: SampleFault.allCases.map { .init($0, rate: $0 == .stall || $0 == .late ? 0.002 : 0.02) },
    seed: UInt64(seed)
  )

  @Test("stays whole, draws what it should, and leaves nothing behind in memory")
  func soak() async throws {
    // As the program does: more heaps than that only tell which threads there were.
    MemoryArenas.limit()
    var soak = Soak(seed: UInt64(Self.seed), faults: Self.faults)
    defer { soak.removeHome() }
    try await soak.begin()

    // When: a first half, in which what is made once is made, such as the tables of types and languages, and most of the code is loaded
    try await soak.run(until: .seconds(Self.minutes * 60) / 2)
    let before = try await read(&soak)
    try await soak.run(until: .seconds(Self.minutes * 60))
    let after = try await read(&soak)

    // Then: every screen was there, and the program still answers
    #expect(soak.reached.isSuperset(of: Self.screens), "not reached: \(Self.screens.subtracting(soak.reached))")
    try await soak.checkAnswering()
    try await soak.quit()
    let growth =
      if let before, let after {
        """
        \(soak.summary). Memory before: \(before); after: \(after).
        """
      } else { soak.summary }
    print(growth)
    if Self.comparesMemory, let before, let after {
      #expect(Double(after.allocated) <= Double(before.allocated) * 1.05 + Self.roomForLibraries, "\(growth)")
      #expect(Double(after.resident) <= Double(before.resident) * 1.05, "\(growth)")
    }
  }

  /// Room for what is not the program's, in bytes: what the C library keeps for each thread, which it counts as allocated (0.6 MB in all; none
  /// with `GLIBC_TUNABLES=glibc.malloc.tcache_count=0`), and what the testing library keeps of each error that is thrown, 0.1 MB in half an hour.
  ///
  /// A single program of the thirty that are started would need more than twice that, had it stayed.
  private static let roomForLibraries = 500_000.0

  /// Long enough for everything to have been there that is made once.
  private static let comparesMemory = minutes >= 20

  /// Reads what is used when the program has just been started.
  private func read(_ soak: inout Soak) async throws -> MemoryReading? {
    try await soak.rest()
    // Threads that have nothing to do keep some memory each, until they end after five seconds.
    if Self.comparesMemory { try await Task.sleep(for: .seconds(10)) }
    return MemoryReading.now()
  }
}
