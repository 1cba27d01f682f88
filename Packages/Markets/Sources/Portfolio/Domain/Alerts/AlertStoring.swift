public import Foundation

/// A store for a user's price alerts.
///
/// All methods block, so don't call them on the main actor. Changes are on disk when a method returns.
public protocol AlertStoring: Sendable {
  /// The service that provides prices for checks and that new alerts belong to; if `nil`, all alerts are checked.
  var service: AlertService? { get }

  /// Returns all alerts in the order in which they were set, including alerts that are off.
  func alerts() throws(AlertError) -> [PriceAlert]

  /// Sets an alert, and returns it with its new number.
  @discardableResult
  func add(_ request: AlertRequest) throws(AlertError) -> PriceAlert

  /// Removes the alerts with the given numbers in a single change, and returns them in the order in which they were
  /// set.
  ///
  /// Numbers without an alert are ignored.
  @discardableResult
  func remove(_ ids: Set<Int>) throws(AlertError) -> [PriceAlert]

  /// Replaces an alert's request, rearms the alert under the same number, and returns the original alert.
  ///
  /// If there is no alert with the number, ``AlertError/unknown(_:)`` is thrown.
  @discardableResult
  func replace(_ id: Int, with request: AlertRequest) throws(AlertError) -> PriceAlert

  /// Reverts the replacement of an alert's request, unless the alert has been changed or removed since.
  ///
  /// - Parameters:
  ///   - original: The alert as ``replace(_:with:)`` returned it.
  ///   - request: The request that replaced the original request.
  /// - Returns: Whether the alert still had the request and is now the original alert.
  /// - Throws: ``AlertError``.
  func revert(to original: PriceAlert, from request: AlertRequest) throws(AlertError) -> Bool

  /// Restores alerts from ``remove(_:)-(Set<Int>)`` with their numbers and states, and ignores existing alerts.
  func restore(_ alerts: [PriceAlert]) throws(AlertError)

  /// Checks all alerts and stores their new states; each triggered alert is reported by only one process.
  ///
  /// If the new states can't be stored, they still apply in this process, and a later check stores them. No triggered
  /// alert is lost. An error means that the alerts couldn't be read.
  func check(_ quotes: AlertQuotes) throws(AlertError) -> AlertEvaluation
}

extension AlertStoring {
  /// Removes an alert and returns it, or throws ``AlertError/unknown(_:)``.
  @discardableResult
  public func remove(_ id: Int) throws(AlertError) -> PriceAlert {
    guard let alert = try remove([id]).first else { throw .unknown(id) }
    return alert
  }
}

/// An error from reading or changing the alerts.
public enum AlertError: Error, Sendable {
  /// The alert isn't valid.
  case invalid(InvalidAlert)
  /// There is no alert with this number.
  case unknown(Int)
  /// The file couldn't be read or changed; the associated value is the store's error.
  case store(any Error)
}

extension AlertError: LocalizedError, CustomStringConvertible {
  /// The message and the recovery suggestion, in sentences.
  public var description: String { [message, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }

  /// The failure and its location, in sentences.
  public var message: String {
    switch self {
    case .invalid(let reason): "The alert was not set. \(reason)"
    case .unknown(let id): "There is no alert \(id)."
    case .store(let error): (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
  }

  /// The text of ``message``.
  public var errorDescription: String? { message }

  /// The next step for the user; `nil` if ``message`` already contains it.
  public var recoverySuggestion: String? {
    switch self {
    case .invalid: nil
    case .unknown: "List the alerts to see their numbers."
    case .store(let error): (error as? any LocalizedError)?.recoverySuggestion
    }
  }
}

struct AlertList: Sendable, Hashable {
  static let limit = 1_000

  var alerts: [PriceAlert] = []
  var nextNumber = 1

  mutating func add(
    _ request: AlertRequest,
    to service: AlertService?,
    at time: Date
  ) throws(InvalidAlert) -> PriceAlert {
    try request.check()
    guard alerts.count < AlertList.limit else { throw .tooMany(limit: AlertList.limit) }
    var alert = PriceAlert(id: nextNumber, request: request, created: time, state: .armed)
    alert.service = service?.name
    nextNumber += 1
    alerts.append(alert)
    return alert
  }

  mutating func remove(_ ids: Set<Int>) -> [PriceAlert] {
    let removed = alerts.filter { ids.contains($0.id) }
    alerts.removeAll { ids.contains($0.id) }
    return removed
  }

  /// Replaces a request, and returns the original alert; `nil` if no alert has the number.
  mutating func replace(
    _ id: Int,
    with request: AlertRequest,
    of service: AlertService?,
    at time: Date
  ) throws(InvalidAlert) -> PriceAlert? {
    try request.check()
    guard let index = alerts.firstIndex(where: { $0.id == id }) else { return nil }
    let old = alerts[index]
    alerts[index] = PriceAlert(id: id, request: request, created: time, state: .armed)
    alerts[index].service = service?.name
    return old
  }

  /// Reverts a replacement, and returns whether the alert still had the replacement request.
  mutating func revert(to original: PriceAlert, from request: AlertRequest) -> Bool {
    guard let index = alerts.firstIndex(where: { $0.id == original.id }), alerts[index].request == request else {
      return false
    }
    alerts[index] = original
    return true
  }

  mutating func restore(_ removed: [PriceAlert]) throws(InvalidAlert) {
    let ids = Set(alerts.map(\.id))
    let missing = removed.filter { !ids.contains($0.id) }
    guard alerts.count + missing.count <= AlertList.limit else { throw .tooMany(limit: AlertList.limit) }
    alerts = (alerts + missing).sorted { $0.id < $1.id }
    nextNumber = max(nextNumber, (missing.map(\.id).max() ?? 0) + 1)
  }
}
