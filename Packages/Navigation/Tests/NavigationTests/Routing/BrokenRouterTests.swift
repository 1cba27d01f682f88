import Navigation
import NavigationTesting
import Testing

/// A router that asks nobody and waits for nobody.
@MainActor
private final class CarelessRouter: Routing {
  private let router: Router<ScriptedScreen>
  init(_ router: Router<ScriptedScreen>) { self.router = router }

  var queue: NavigationQueue { router.queue }
  var stack: RouterStack { router.stack }
  var breadcrumbs: [NavigationEvent] { router.breadcrumbs }
  func perform(_ command: NavigationCommand) async -> NavigationOutcome { router.force(command) }
  func force(_ command: NavigationCommand) -> NavigationOutcome { router.force(command) }
  func cancelPending() { router.cancelPending() }
  func events() -> AsyncStream<NavigationEvent> { router.events() }
}

/// A router that pushes again what is there already, and forgets what happened.
@MainActor
private final class StubbornRouter: Routing {
  private let router: Router<ScriptedScreen>
  init(_ router: Router<ScriptedScreen>) { self.router = router }

  var queue: NavigationQueue { router.queue }
  var stack: RouterStack { router.stack }
  var breadcrumbs: [NavigationEvent] { [] }

  func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    guard case .push(let target, _) = command else { return await router.perform(command) }
    return await router.perform(.push(target: target, policy: .always))
  }

  func force(_ command: NavigationCommand) -> NavigationOutcome { router.force(command) }
  func cancelPending() {}
  func events() -> AsyncStream<NavigationEvent> { router.events() }
}

@Suite("The contract finds broken routers")
@MainActor
struct BrokenRouterTests {
  private func router(_ scene: ContractScene) throws -> Router<ScriptedScreen> {
    try Router(scene.registry, home: scene.home, queue: scene.queue, configuration: scene.configuration)
  }

  @Test(
    "A router without guards and turns",
    arguments: [
      RouterContract.asksTopFirst, .asksForEveryCommand, .keepsRefusedScreens, .asksThePerson, .queuesWhileWaiting,
      .looksAgainAfterWaiting, .obeysInterceptors,
    ]
  )
  func careless(clause: RouterContract) async {
    await #expect(throws: RouterContractViolation.self) {
      try await clause.verify { scene in try CarelessRouter(router(scene)) }
    }
  }

  @Test(
    "A router without policies and memory",
    arguments: [RouterContract.reusesTheTop, .bringsBack, .recordsEverything]
  )
  func stubborn(clause: RouterContract) async {
    await #expect(throws: RouterContractViolation.self) {
      try await clause.verify { scene in try StubbornRouter(router(scene)) }
    }
  }

  @Test("A violation says what was seen")
  func says() async throws {
    do {
      try await RouterContract.bringsBack.verify { scene in try StubbornRouter(router(scene)) }
      Issue.record("nothing was found")
    } catch let violation as RouterContractViolation {
      #expect(violation.description.hasPrefix("The router breaks “bringsBack”: the stack is ["))
    }
  }
}
