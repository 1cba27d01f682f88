/// A service whose prices trigger alerts.
///
/// An alert belongs to the service it was set for, and only that service's prices trigger it. Otherwise, sample prices
/// could trigger an alert that was set for real prices. Earlier versions didn't store the service. An alert without a
/// service belongs to the first real service that checks it. Sample services never check such an alert.
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

  /// Returns whether the service's prices can trigger an alert.
  package func checks(_ alert: PriceAlert) -> Bool { alert.service.map { $0 == name } ?? !isSample }
}
