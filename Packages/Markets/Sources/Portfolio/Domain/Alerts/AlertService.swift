/// The service whose prices fire alerts.
///
/// An alert belongs to the service on which it was set, and only prices of that service fire it. Otherwise invented
/// prices could fire and spend an alert that was meant for real ones. An alert of a version that didn't keep the service
/// belongs to the first real service that checks it. Sample services never check such an alert.
public struct AlertService: Sendable, Hashable {
  /// The name that alerts keep, such as `coingecko https://api.coingecko.com`.
  let name: String
  /// Whether the service invents its prices.
  let isSample: Bool

  /// Creates a service.
  public init(name: String, isSample: Bool) {
    self.name = name
    self.isSample = isSample
  }

  /// Returns whether the service's prices count for an alert.
  package func checks(_ alert: PriceAlert) -> Bool { alert.service.map { $0 == name } ?? !isSample }
}
