/// The service whose prices fire alerts.
///
/// An alert belongs to the service for which it was set, and only that service's prices fire it. Otherwise sample
/// prices could fire an alert that was set for real prices. Earlier versions didn't store the service. An alert from
/// those versions belongs to the first real service that checks it; sample services never check it.
public struct AlertService: Sendable, Hashable {
  /// The name that alerts store, such as `coingecko https://api.coingecko.com`.
  let name: String
  /// Whether the service returns made-up sample prices.
  let isSample: Bool

  /// Creates a service.
  public init(name: String, isSample: Bool) {
    self.name = name
    self.isSample = isSample
  }

  /// Returns whether the service's prices can fire an alert.
  package func checks(_ alert: PriceAlert) -> Bool { alert.service.map { $0 == name } ?? !isSample }
}
