import Navigation

/// One check of one clause: the tools that the clauses share.
@MainActor
struct RouterContractRun {
  let clause: RouterContract
  let scene: ContractScene
  let makeRouter: @MainActor (ContractScene) throws -> any Routing

  func router() throws -> any Routing { try makeRouter(scene) }

  func require(_ condition: Bool, _ observation: @autoclosure () -> String) throws {
    guard condition else { throw RouterContractViolation(clause: clause, observation: observation()) }
  }

  func equal<Value: Equatable>(_ actual: Value, _ expected: Value, _ what: String) throws {
    try require(actual == expected, "\(what) is \(actual) instead of \(expected)")
  }

  func screen(_ name: String) throws -> ScriptedScreen {
    guard let screen = scene.screen(name) else {
      throw RouterContractViolation(clause: clause, observation: "no screen “\(name)” was made")
    }
    return screen
  }

  /// Requires a move and the stack that it led to.
  func moves(_ router: any Routing, _ command: NavigationCommand, to stack: [NavigationTarget]) async throws {
    let outcome = await router.perform(command)
    try require(outcome.isMove, "“\(command)” led to: \(outcome)")
    try holds(router, stack)
  }

  /// Requires an outcome that changes nothing.
  func stays(_ router: any Routing, _ command: NavigationCommand, _ expected: NavigationOutcome) async throws {
    let before = router.stack
    let outcome = await router.perform(command)
    try equal(outcome, expected, "the outcome of “\(command)”")
    try equal(router.stack.entries, before.entries, "the stack after “\(command)”")
  }

  func holds(_ router: any Routing, _ stack: [NavigationTarget]) throws {
    try equal(router.stack.entries.map(\.target), stack, "the stack")
  }

  /// Waits until everything that was sent before is done.
  func settle(_ router: any Routing) async {
    _ = await router.perform(.back(steps: 0))
  }

  var home: NavigationTarget { NavigationTarget(ContractHome()) }
  func item(_ number: Int, _ mode: String? = nil) -> NavigationTarget {
    NavigationTarget(ContractItem(number, mode: mode))
  }
  func note(_ text: String) -> NavigationTarget { NavigationTarget(ContractNote(text)) }
  var choice: NavigationTarget { NavigationTarget(ContractChoice()) }
}
