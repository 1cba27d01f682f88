import Components
import Foundation
import SampleServices
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// The program in the hands of somebody without a plan, over services that fail, for a long time.
///
/// Two simulated minutes unless `FETCH_COUNTER_SOAK_MINUTES` says otherwise; `FETCH_COUNTER_SOAK_SEED` changes what happens.
@MainActor
@Suite("The program in use for long", .timeLimit(.minutes(60)))
struct SoakTests {
  private static let minutes = number("FETCH_COUNTER_SOAK_MINUTES", otherwise: 2)
  private static let seed = number("FETCH_COUNTER_SOAK_SEED", otherwise: 1)

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
    var soak = Soak(seed: UInt64(Self.seed), faults: Self.faults)
    defer { soak.removeHome() }
    try await soak.begin()

    // When: a first part, in which everything that is made once is made
    try await soak.run(until: .seconds(Self.minutes * 60) / 4)
    try await soak.rest()
    let before = MemoryReading.now()
    try await soak.run(until: .seconds(Self.minutes * 60))
    try await soak.rest()
    let after = MemoryReading.now()

    // Then: every screen was there, and the program still answers
    #expect(soak.reached.isSuperset(of: Self.screens), "not reached: \(Self.screens.subtracting(soak.reached))")
    try await soak.checkAnswering()
    let terminal = try await soak.quit()
    #expect(terminal.isRestored)
    let growth =
      if let before, let after {
        """
        \(soak.summary). Memory before: \(before); after: \(after).
        """
      } else { soak.summary }
    print(growth)
    // What is allocated for the first time is no growth: it takes a while until nothing is.
    if Self.minutes >= 20, let before, let after {
      #expect(Double(after.allocated) <= Double(before.allocated) * 1.05, "\(growth)")
      #expect(Double(after.resident) <= Double(before.resident) * 1.05, "\(growth)")
    }
  }
}
