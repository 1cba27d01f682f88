import Basics
import Components
import Foundation
import Markets

extension CompositionRoot {
  func settingsCoordinator(
    effects: any ScreenEffects,
    preferences: Preferences
  ) throws(CommandFailure) -> SettingsCoordinator {
    var services: [ServiceStatus] = []
    for service in ConfiguredService.allCases {
      let url = try configuration.resolved(service.setting)?.value
      services.append(ServiceStatus(service: service, url: url))
    }
    let freshness = try resolve(Keys.freshness)
    let viewModel = SettingsViewModel(
      flags: try resolve(Keys.flags),
      preferences: preferences,
      cache: try resolve(Keys.cache),
      services: services,
      currencies: { [self] () throws(CommandFailure) in
        try resolve(Keys.keylessMarketsRepository).capabilities.currencies
      },
      checkService: { [self] service throws(CommandFailure) in try await check(service) },
      now: system.now,
      freshness: { [self] in marketsCapabilities()?.refreshInterval },
      applyFreshness: { rule in freshness.withLock { $0 = rule } }
    )
    return SettingsCoordinator(viewModel: viewModel, effects: effects)
  }
}
