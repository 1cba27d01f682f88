import FetchCounter
import Foundation
import Markets
import Navigation

extension CompositionRoot {
  func dashboardCoordinator(
    counter: FetchCounterCoordinator,
    markets: MarketsSummaryModel,
    settings: SettingsCoordinator,
    navigator: any Navigator
  ) -> DashboardCoordinator {
    DashboardCoordinator(
      viewModel: DashboardViewModel(
        counter: counter.summary,
        markets: markets,
        settings: settings.viewModel,
        now: system.now
      ),
      navigator: navigator
    )
  }
}
