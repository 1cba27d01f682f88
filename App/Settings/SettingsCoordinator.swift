import Components
import Navigation

/// The destination for the settings: `settings`, or `settings?row=theme` to select a row.
struct SettingsDestination: Destination {
  static let id: DestinationID = "settings"

  var row: String?

  func isSamePlace(as other: SettingsDestination) -> Bool { true }
}

@MainActor
struct SettingsCoordinator: Coordinator {
  let viewModel: SettingsViewModel
  let effects: any ScreenEffects

  func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(
      SettingsDestination.self,
      link: LinkRule("settings?row", backStack: { _ in .fromRoot() }),
      onUpdate: { screen, place in
        if let row = place.row { (screen as? SettingsScreen)?.select(row) }
        return screen
      },
      onArrive: { place, _ in
        let screen = SettingsScreen(viewModel: viewModel, effects: effects)
        if let row = place.row { screen.select(row) }
        return screen
      }
    )
  }

  var searchableItems: any SearchableItems { viewModel }
}
