import FetchCounter
import Foundation
import Markets
import Observation

/// The key figures of all features, taken from the features' own view models.
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

  var isLoading: Bool { markets.isLoading || services.contains { $0.health == .checking } }

  /// Observes the count, loads prices that aren't fresh, and checks services that haven't been checked yet.
  func appear() {
    following?.cancel()
    following = Task { [counter] in await counter.follow() }
    markets.appear()
    if services.contains(where: { $0.url != nil && [.unknown, .checking].contains($0.health) }) { settings.refresh() }
  }

  func disappear() {
    following?.cancel()
    following = nil
    markets.disappear()
  }

  /// Requests current prices and checks the services.
  func refresh() {
    markets.refresh()
    settings.refresh()
  }
}
