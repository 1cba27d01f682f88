import Components
import Navigation

/// The destination of the settings screen.
struct SettingsDestination: Destination {
  static let id: DestinationID = "settings"
}

/// Registers the settings screen.
@MainActor
struct SettingsCoordinator: Coordinator {
  let viewModel: SettingsViewModel
  let effects: any ScreenEffects

  func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(SettingsDestination.self, link: LinkRule("settings", backStack: { _ in .fromRoot() })) { _, _ in
      SettingsScreen(viewModel: viewModel, effects: effects)
    }
  }
}
