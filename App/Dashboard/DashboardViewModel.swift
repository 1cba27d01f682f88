import FetchCounter
import Foundation
import Markets
import Observation

/// The key figures for all features, taken from the features' own view models.
@MainActor
@Observable
final class DashboardViewModel {
  let counter: FetchCounterSummary
  let markets: MarketsSummaryModel
  @ObservationIgnored private let settings: SettingsViewModel
  @ObservationIgnored private var following: Task<Void, Never>?
  let now: @Sendable () -> Date

  init(
    counter: FetchCounterSummary,
    markets: MarketsSummaryModel,
    settings: SettingsViewModel,
    now: @escaping @Sendable () -> Date
  ) {
    self.counter = counter
    self.markets = markets
    self.settings = settings
    self.now = now
  }

  var services: [ServiceStatus] { settings.services }

  var isLoading: Bool { markets.isLoading || settings.isChecking }

  /// Observes the count, and loads prices that aren't fresh.
  func appear() {
    following?.cancel()
    following = Task { [counter] in await counter.follow() }
    markets.appear()
  }

  func disappear() {
    following?.cancel()
    following = nil
    markets.disappear()
  }

  /// Cancels running loads and checks, and returns whether any was running.
  func cancelLoading() -> Bool {
    let wasChecking = settings.cancelChecks()
    return markets.cancelLoading() || wasChecking
  }

  /// Requests current prices and checks the services.
  func refresh() {
    markets.refresh()
    settings.refresh()
  }
}
