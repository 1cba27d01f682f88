public import Foundation

/// The alerts of a user.
///
/// The methods block, those that change something until the disk has written; call them away from the main actor.
public protocol AlertStoring: Sendable {
  /// The service whose prices are checked; new alerts belong to it. `nil` checks all alerts.
  var service: AlertService? { get }

  /// All alerts in the order in which they were set, those that are done included.
  ///
  /// - Throws: ``AlertError``.
  func alerts() throws(AlertError) -> [PriceAlert]

  /// Sets an alert.
  ///
  /// - Parameter request: What to watch for.
  /// - Returns: The alert.
  /// - Throws: ``AlertError``.
  @discardableResult
  func add(_ request: AlertRequest) throws(AlertError) -> PriceAlert

  /// Removes an alert.
  ///
  /// - Parameter id: The alert's number.
  /// - Returns: The alert that was removed.
  /// - Throws: ``AlertError``, among others when there is no such alert.
  @discardableResult
  func remove(_ id: Int) throws(AlertError) -> PriceAlert

  /// Checks all alerts and stores their new states, so that only one of several processes reports that an alert fired.
  ///
  /// States that can't be stored count all the same and are stored by a later check, so that no alert is lost.
  ///
  /// - Parameter quotes: The quotes, and the maximum age of those that count.
  /// - Returns: The alerts that fired, and those that could not be checked.
  /// - Throws: ``AlertError`` if the alerts can't be read.
  func check(_ quotes: AlertQuotes) throws(AlertError) -> AlertEvaluation
}

/// An error of reading or changing the alerts.
public enum AlertError: Error, Sendable {
  /// The alert was not accepted.
  case invalid(InvalidAlert)
  /// There is no alert of this number.
  case unknown(Int)
  /// The file could not be read or changed; the store's error, unchanged.
  case store(any Error)
}

extension AlertError: LocalizedError, CustomStringConvertible {
  /// The message and the recovery suggestion, as sentences for people.
  public var description: String { [message, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }

  /// The failure and its place, as sentences for people.
  public var message: String {
    switch self {
    case .invalid(let reason): "The alert was not set. \(reason)"
    case .unknown(let id): "There is no alert \(id)."
    case .store(let error): (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
  }

  /// The same as ``message``.
  public var errorDescription: String? { message }

  /// The next step for the person; `nil` where ``message`` names it.
  public var recoverySuggestion: String? {
    switch self {
    case .invalid: nil
    case .unknown: "The list of alerts shows their numbers."
    case .store(let error): (error as? any LocalizedError)?.recoverySuggestion
    }
  }
}

/// All alerts, and the number of the next one.
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

  mutating func remove(_ id: Int) -> PriceAlert? {
    alerts.firstIndex { $0.id == id }.map { alerts.remove(at: $0) }
  }
}
