import FetchCounter
import Foundation
import Markets
import Observation

/// The figures of all features at a glance, from the features' own models.
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

  /// Follows the count, loads prices by the markets' own rules, and checks services that were not checked yet.
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
