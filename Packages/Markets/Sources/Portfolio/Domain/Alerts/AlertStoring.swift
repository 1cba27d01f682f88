public import Foundation

/// The store of a user's price alerts.
///
/// The methods block, and changes return only when they are on disk. Don't call them on the main actor.
public protocol AlertStoring: Sendable {
  /// The service whose prices are checked and to which new alerts belong. If `nil`, all alerts are checked.
  var service: AlertService? { get }

  /// Returns all alerts in the order in which they were set, including those that are off.
  ///
  /// - Throws: ``AlertError``.
  func alerts() throws(AlertError) -> [PriceAlert]

  /// Sets an alert.
  ///
  /// - Parameter request: The coin, the condition and the repetition of the alert.
  /// - Returns: The new alert, with its number.
  /// - Throws: ``AlertError``.
  @discardableResult
  func add(_ request: AlertRequest) throws(AlertError) -> PriceAlert

  /// Removes an alert.
  ///
  /// - Parameter id: The alert's number.
  /// - Returns: The removed alert.
  /// - Throws: ``AlertError``, such as ``AlertError/unknown(_:)``.
  @discardableResult
  func remove(_ id: Int) throws(AlertError) -> PriceAlert

  /// Checks all alerts and stores their new states, so that only one of several processes reports a fired alert.
  ///
  /// If the new states can't be stored, they still apply, and a later check stores them. No fired alert is lost.
  ///
  /// - Parameter quotes: The quotes and their maximum age.
  /// - Returns: The alerts that fired and the alerts that couldn't be checked.
  /// - Throws: ``AlertError`` if the alerts can't be read.
  func check(_ quotes: AlertQuotes) throws(AlertError) -> AlertEvaluation
}

/// An error that prevents reading or changing the alerts.
public enum AlertError: Error, Sendable {
  /// The alert isn't valid.
  case invalid(InvalidAlert)
  /// There is no alert with this number.
  case unknown(Int)
  /// The file couldn't be read or changed, for the store's reason.
  case store(any Error)
}

extension AlertError: LocalizedError, CustomStringConvertible {
  /// The message and the recovery suggestion, in sentences.
  public var description: String { [message, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }

  /// The failure and its place, in sentences.
  public var message: String {
    switch self {
    case .invalid(let reason): "The alert was not set. \(reason)"
    case .unknown(let id): "There is no alert \(id)."
    case .store(let error): (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
  }

  /// The same as ``message``.
  public var errorDescription: String? { message }

  /// The next step for the user; `nil` if ``message`` contains it.
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
