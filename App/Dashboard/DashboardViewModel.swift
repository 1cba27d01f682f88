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
  /// A function that returns the reason why the last load of the directory failed; `nil` if it didn't fail.
  @ObservationIgnored private let directoryProblem: @MainActor () -> String?
  @ObservationIgnored private var following: Task<Void, Never>?
  let now: @Sendable () -> Date

  init(
    counter: FetchCounterSummary,
    markets: MarketsSummaryModel,
    settings: SettingsViewModel,
    directoryProblem: @escaping @MainActor () -> String?,
    now: @escaping @Sendable () -> Date
  ) {
    self.counter = counter
    self.markets = markets
    self.settings = settings
    self.directoryProblem = directoryProblem
    self.now = now
  }

  /// The services' statuses; a directory that hasn't been checked fails if its last load failed.
  var services: [ServiceStatus] {
    settings.services.map { status in
      guard status.service == .directory, status.health == .unknown, let problem = directoryProblem() else {
        return status
      }
      var status = status
      status.health = .fails(problem)
      return status
    }
  }

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
