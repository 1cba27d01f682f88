import Basics
import Components
import Foundation
import Markets
import Networking

extension CompositionRoot {
  func settingsCoordinator(
    effects: any ScreenEffects,
    preferences: Preferences
  ) throws(CommandFailure) -> SettingsCoordinator {
    var services: [ServiceStatus] = []
    for service in ConfiguredService.allCases {
      let url = try configuration.resolved(service.setting)?.value
      services.append(ServiceStatus(name: service.rawValue.capitalized, url: url))
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
      probe: { [self] () throws(CommandFailure) in ServiceProbe(transport: try resolve(Keys.transport)) },
      timeout: try configuration.value(Settings.timeout),
      freshness: { [self] in marketsCapabilities()?.refreshInterval },
      applyFreshness: { rule in freshness.withLock { $0 = rule } }
    )
    return SettingsCoordinator(viewModel: viewModel, effects: effects)
  }
}

/// A probe that checks whether a service responds at all.
struct ServiceProbe: Sendable {
  let transport: any Transport

  func reach(_ url: URL, within limit: Duration) async -> Result<HTTPStatus, NetworkError> {
    do throws(NetworkError) {
      // A GET request would make the counter service invalidate its previous path.
      var request = HTTPRequest(method: .head, url: url)
      request.timeouts = Timeouts(connect: limit, firstByte: limit, idle: limit, total: limit)
      return .success(try await transport.send(request).status)
    } catch {
      return .failure(error)
    }
  }
}
