import Directory
import FetchCounter
import Foundation
import Markets
import Navigation

extension CompositionRoot {
  func dashboardCoordinator(
    counter: FetchCounterCoordinator,
    directory: DirectoryCoordinator,
    markets: MarketsSummaryModel,
    settings: SettingsCoordinator,
    navigator: any Navigator
  ) -> DashboardCoordinator {
    DashboardCoordinator(
      viewModel: DashboardViewModel(
        counter: counter.summary,
        markets: markets,
        settings: settings.viewModel,
        directoryProblem: { directory.problem },
        now: system.now
      ),
      navigator: navigator
    )
  }
}
