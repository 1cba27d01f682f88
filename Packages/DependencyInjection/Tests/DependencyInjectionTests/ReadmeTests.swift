import DependencyInjection
import Testing

@Suite("README example")
struct ReadmeTests {
  protocol WallClock: Sendable {
    func year() -> Int
  }

  struct SystemWallClock: WallClock {
    func year() -> Int { 2_026 }
  }

  struct Journal: Sendable {
    let clock: any WallClock

    func heading() -> String { "Journal of \(clock.year())" }
  }

  enum Keys {
    static let clock = DependencyKey<any WallClock>("clock")
    static let journal = DependencyKey<Journal>("journal")
  }

  @Test("runs the README example for dependency injection")
  func example() throws {
    var builder = ContainerBuilder()
    builder.register(Keys.clock) { SystemWallClock() }
    builder.register(Keys.journal, needs: Keys.clock) { clock in Journal(clock: clock) }
    let container = try builder.build()

    let journal = try container.resolve(Keys.journal)
    #expect(journal.heading() == "Journal of 2026")
  }
}
