import Foundation

/// All alerts, and the number of the next one.
struct AlertBook: Sendable, Hashable {
  /// The most alerts that can be set.
  static let limit = 1_000

  var alerts: [PriceAlert] = []
  var nextNumber = 1

  mutating func add(_ request: AlertRequest, at time: Date) throws(InvalidAlert) -> PriceAlert {
    try request.check()
    guard alerts.count < AlertBook.limit else { throw .tooMany(limit: AlertBook.limit) }
    let alert = PriceAlert(id: nextNumber, request: request, created: time, state: .armed)
    nextNumber += 1
    alerts.append(alert)
    return alert
  }

  mutating func remove(_ id: Int) -> PriceAlert? {
    alerts.firstIndex { $0.id == id }.map { alerts.remove(at: $0) }
  }
}
