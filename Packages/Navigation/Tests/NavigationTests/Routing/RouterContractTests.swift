import Navigation
import NavigationTesting
import Testing

@Suite("The contract of routers", .timeLimit(.minutes(10)))
@MainActor
struct RouterContractTests {
  @Test("The router keeps every clause", arguments: RouterContract.allCases)
  func keepsTheContract(clause: RouterContract) async throws {
    try await clause.verify { scene in
      try Router(scene.registry, home: scene.home, queue: scene.queue, configuration: scene.configuration)
    }
  }
}
