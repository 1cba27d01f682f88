public import Navigation

/// What a router under contract is made of, and the screens that it makes.
@MainActor
public final class ContractScene {
  /// The destinations that the router must use.
  public private(set) var registry: DestinationRegistry<ScriptedScreen>
  /// The first root.
  public let home = ContractHome()
  /// The queue that the router must listen to.
  public let queue = NavigationQueue()
  /// The limits and judges that the router must obey.
  public internal(set) var configuration = RouterConfiguration()

  /// Every screen that was made, in the order of its making.
  let made: MadeScreens

  /// The screens of a scene; its registry's factories hold it.
  @MainActor
  final class MadeScreens {
    var screens: [ScriptedScreen] = []
    var choices: [Visit<ContractChoice>] = []
    /// Called for every new screen before it is placed.
    var onMake: (ScriptedScreen) -> Void = { _ in }

    func make(_ name: String) -> ScriptedScreen {
      let screen = ScriptedScreen(name)
      screens.append(screen)
      onMake(screen)
      return screen
    }
  }

  init() throws {
    let made = MadeScreens()
    self.made = made
    registry = try DestinationRegistry { registrar in
      registrar.register(ContractHome.self, link: LinkRule("home", backStack: { _ in .fromRoot() })) { _, _ in
        made.make("home")
      }
      registrar.register(
        ContractItem.self,
        link: LinkRule("items/:item?mode", backStack: { _ in .onHome(ContractNote("list")) }),
        onUpdate: { screen, _ in
          screen.update()
          return screen
        },
        onArrive: { item, _ in made.make("item \(item.item)") }
      )
      registrar.register(ContractNote.self, link: LinkRule("notes/:text")) { note, _ in
        guard !note.text.isEmpty else { throw ArrivalRefusal("A note says something.") }
        return made.make("note \(note.text)")
      }
      registrar.register(ContractChoice.self) { _, visit in
        made.choices.append(visit)
        return made.make("choice")
      }
    }
  }

  /// The latest screen of that name.
  func screen(_ name: String) -> ScriptedScreen? {
    made.screens.last { $0.name == name }
  }
}
