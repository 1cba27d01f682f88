import Components
import Navigation

struct DashboardDestination: Destination {
  static let id: DestinationID = "dashboard"
}

@MainActor
struct DashboardCoordinator: Coordinator {
  let viewModel: DashboardViewModel
  let navigator: any Navigator

  func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(DashboardDestination.self, link: LinkRule("dashboard", backStack: { _ in .fromRoot() })) {
      _,
      _ in
      DashboardScreen(viewModel: viewModel, navigator: navigator)
    }
  }
}

extension ShellTab {
  /// Returns the digit key for a tab: 0 for the dashboard, and the tab's number otherwise.
  func key(at index: Int) -> Character {
    family == DashboardDestination.id.family ? "0" : Character("\(min(index + 1, 9))")
  }
}
