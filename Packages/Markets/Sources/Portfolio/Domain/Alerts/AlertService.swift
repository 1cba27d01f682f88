/// A service whose prices trigger alerts.
///
/// Only the service that an alert was set for can trigger it. Otherwise, sample prices could trigger an alert meant for
/// real prices. An alert without a service, from an earlier version, belongs to the first real service that checks it,
/// and sample services never check it.
public struct AlertService: Sendable, Hashable {
  /// The name stored in alerts, such as `coingecko https://api.coingecko.com`.
  let name: String
  let isSample: Bool

  /// Creates a service whose alerts store `name`.
  public init(name: String, isSample: Bool) {
    self.name = name
    self.isSample = isSample
  }

  package func checks(_ alert: PriceAlert) -> Bool { alert.service.map { $0 == name } ?? !isSample }
}
