/// The service whose prices fire alerts.
///
/// An alert belongs to the service on which it was set, and only prices of that service fire it. Otherwise invented
/// prices could fire an alert that was set for real ones. Earlier versions didn't store the service; such an alert
/// belongs to the first real service that checks it. Sample services never check it.
public struct AlertService: Sendable, Hashable {
  /// The name that alerts store, such as `coingecko https://api.coingecko.com`.
  let name: String
  /// Whether the service invents its prices.
  let isSample: Bool

  /// Creates a service.
  public init(name: String, isSample: Bool) {
    self.name = name
    self.isSample = isSample
  }

  /// Returns whether the service's prices can fire an alert.
  package func checks(_ alert: PriceAlert) -> Bool { alert.service.map { $0 == name } ?? !isSample }
}
