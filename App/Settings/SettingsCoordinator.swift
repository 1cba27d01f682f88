import Components
import Navigation

struct SettingsDestination: Destination {
  static let id: DestinationID = "settings"
}

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
