import BasicsTesting
import Components
import Foundation
import SampleServices
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// A test that runs the program for a long time with random input and failing services.
///
/// The test takes a simulated minute by day and five by night, unless `FETCH_COUNTER_SOAK_MINUTES` is set.
/// `FETCH_COUNTER_SOAK_SEED` sets the seed.
@MainActor
@Suite("Soak test")
struct SoakTests {
  private static let seconds =
    number("FETCH_COUNTER_SOAK_MINUTES").map { $0 * 60 } ?? LongTests.rounds(byDay: 60, byNight: 300)
  private static let seed = number("FETCH_COUNTER_SOAK_SEED") ?? 2

  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  private static let screens: Set<String> = [
    "FetchCounterScreen", "EmployeeListScreen", "EmployeeDetailScreen", "CoinListScreen", "CoinDetailScreen",
    "PortfolioScreen", "AlertsScreen", "SettingsScreen", "help", "palette",
  ]

  /// The service faults, which make about one in six responses fail, in every possible way.
  private static let faults = SampleFaultPlan(
    entries: SampleFault.allCases.map { .init($0, rate: $0 == .stall || $0 == .late ? 0.002 : 0.02) },
    seed: UInt64(seed)
  )

  @Test("never crashes, draws every frame correctly and leaks no memory under random input")
  func soak() async throws {
    // The program limits arenas as well. With more arenas, the measurements would depend on which threads ran.
    MemoryArenas.limit()
    var soak = try Soak(seed: UInt64(Self.seed), faults: Self.faults)
    defer { soak.cleanUp() }

    // When: the first half of the run creates lazy values such as metadata and locale tables, and loads most of the
    // code
    try await soak.run(for: .seconds(Self.seconds) / 2)
    let before = try await read(&soak)
    try await soak.run(for: .seconds(Self.seconds) / 2)
    let after = try await read(&soak)

    // Then: every screen has been shown, unless the run is too short for that
    let missing = Self.screens.subtracting(soak.reached)
    if Self.seconds >= 300 { #expect(missing.isEmpty, "not reached: \(missing)") }
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

  /// The allowed memory growth in libraries, in bytes.
  ///
  /// The C library counts its per-thread caches as allocated: 0.6 MB in total, or none with
  /// `GLIBC_TUNABLES=glibc.malloc.tcache_count=0`. The testing library keeps some memory for each thrown error, 0.1 MB
  /// in half an hour. If one of the thirty started programs leaked, memory would grow by more than twice this value.
  private static let roomForLibraries = 500_000.0

  /// Whether the test is long enough for all lazy values to exist before the first reading.
  private static let comparesMemory = seconds >= 20 * 60

  private func read(_ soak: inout Soak) async throws -> MemoryReading? {
    // Idle threads hold some memory until they end after five seconds.
    if Self.comparesMemory { try await Task.sleep(for: .seconds(10)) }
    return try await soak.read()
  }
}
