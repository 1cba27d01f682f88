import Navigation

/// The test destinations with scripted screens, and all screens created so far.
@MainActor
final class Scene {
  private(set) var screens: [ScriptedScreen] = []
  private(set) var items: [Visit<Item>] = []
  /// Called with every new screen before it is placed on the stack.
  var onMake: (ScriptedScreen) -> Void = { _ in }

  func registry(schemes: Set<String> = []) throws -> DestinationRegistry<ScriptedScreen> {
    try DestinationRegistry(linkSchemes: schemes) { [self] registrar in
      registrar.register(Board.self, link: LinkRule("boards/:number", backStack: { _ in .fromRoot() })) {
        [self] board, _ in
        make("board \(board.number)")
      }
      registrar.register(
        Item.self,
        link: LinkRule("items/:item/:mode", backStack: { .onHome(Item(item: $0.item, mode: 0), SignIn()) }),
        onUpdate: { screen, _ in
          screen.update()
          return screen
        },
        onArrive: { [self] item, visit in
          items.append(visit)
          return make("item \(item.item)")
        }
      )
      registrar.register(
        Report.self,
        link: LinkRule("reports/:name?owner&days&ratio&isLive&style&note")
      ) { [self] report, _ in
        make("report \(report.name)")
      }
      registrar.register(SignIn.self, link: LinkRule("reports/sign-in")) { [self] _, _ in make("sign-in") }
      registrar.register(Picker.self) { [self] picker, _ in make("picker \(picker.title)") }
      registrar.register(Fussy.self) { [self] fussy, _ in
        guard fussy.number >= 0 else { throw ArrivalRefusal("Negative numbers are not shown.") }
        return make("fussy \(fussy.number)")
      }
    }
  }

  func router(
    home: some Destination = Board(number: 0),
    depthLimit: Int = 128,
    confirm: @escaping @MainActor (LeaveConfirmation) async -> Bool = { _ in false }
  ) throws -> Router<ScriptedScreen> {
    try Router(registry(), home: home, depthLimit: depthLimit, confirm: confirm)
  }

  func screen(_ name: String) -> ScriptedScreen? { screens.last { $0.name == name } }

  private func make(_ name: String) -> ScriptedScreen {
    let screen = ScriptedScreen(name)
    screens.append(screen)
    onMake(screen)
    return screen
  }
}

extension Router {
  var path: [DestinationID] { stack.entries.map(\.target.id) }

  var targets: [NavigationTarget] { stack.entries.map(\.target) }
}
