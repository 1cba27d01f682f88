/// The alerts of a user.
///
/// The methods block, those that change something until the disk has written; call them away from the main actor.
public protocol AlertStoring: Sendable {
  /// All alerts in the order in which they were set, those that are done included.
  ///
  /// - Throws: ``AlertError``.
  func alerts() throws(AlertError) -> [PriceAlert]

  /// Sets an alert.
  ///
  /// - Parameter request: What to watch for.
  /// - Returns: The alert, and where a damaged file was put that was in the way.
  /// - Throws: ``AlertError``.
  @discardableResult
  func add(_ request: AlertRequest) throws(AlertError) -> AlertAddition

  /// Removes an alert.
  ///
  /// - Parameter id: The alert's number.
  /// - Returns: The alert that was removed.
  /// - Throws: ``AlertError``, among others when there is no such alert.
  @discardableResult
  func remove(_ id: Int) throws(AlertError) -> PriceAlert

  /// Checks all alerts and keeps their new states, so that of several processes only one is told that an alert fired.
  ///
  /// - Parameter quotes: The quotes, by the coin's identifier.
  /// - Returns: What fired and what could not be checked.
  /// - Throws: ``AlertError``; the alerts then have the states of before.
  func check(_ quotes: [String: AlertQuote]) throws(AlertError) -> AlertEvaluation
}

/// An alert that was set.
public struct AlertAddition: Sendable, Hashable {
  /// The alert.
  public let alert: PriceAlert
  /// The path of the damaged file that was moved out of the way; `nil` when none was.
  public let setAside: String?
}

/// Why alerts could not be read or were not changed.
public enum AlertError: Error, Sendable, Hashable {
  /// The alert was not accepted.
  case invalid(InvalidAlert)
  /// There is no alert of this number.
  case unknown(Int)
  /// The file is not one of alerts, for the reason given. Setting an alert moves it aside and begins anew.
  case damaged(path: String, reason: String)
  /// The file was written by a newer version of this program.
  case newerSchema(path: String, version: Int)
  /// Another process has kept the file locked for so long.
  case locked(path: String, waited: Duration)
  /// The file cannot be read.
  case unreadable(path: String, FileFailure)
  /// The file was not changed.
  case notWritten(path: String, FileFailure)
  /// The file has its new content, but the system did not confirm that it survives a loss of power.
  case notConfirmed(path: String, FileFailure)
}

extension AlertError: CustomStringConvertible {
  /// What happened, where, and what can be done, as sentences for people.
  public var description: String { [message, cure].compactMap { $0 }.joined(separator: " ") }

  /// What happened and where, as sentences for people.
  public var message: String {
    switch self {
    case .invalid(let reason): "The alert was not set. \(reason)"
    case .unknown(let id): "There is no alert \(id)."
    case .damaged(let path, let reason):
      "The alerts in \"\(path.printable)\" are damaged: \(reason). Nothing was overwritten."
    case .newerSchema(let path, let version):
      """
      The alerts in "\(path.printable)" were written by a newer version of this program (format \(version)). \
      They were not changed.
      """
    case .locked(let path, let waited):
      """
      The alerts in "\(path.printable)" were not changed: another process has kept them locked for \
      \(waited.components.seconds) s.
      """
    case .unreadable(let path, let failure): "The alerts in \"\(path.printable)\" cannot be read: \(failure.clause)."
    case .notWritten(let path, let failure): "The alerts in \"\(path.printable)\" were not changed: \(failure.clause)."
    case .notConfirmed(let path, let failure):
      """
      The alerts in "\(path.printable)" have their new content, which may not survive a loss of power: \
      \(failure.clause).
      """
    }
  }

  /// What can be done about it, as sentences for people; `nil` where ``message`` says it.
  public var cure: String? {
    switch self {
    case .invalid: nil
    case .unknown: "The list of alerts shows their numbers."
    case .damaged: "Restore the file from a copy, or set an alert, which moves it aside and begins anew."
    case .newerSchema: "Update this program."
    case .locked: "Try again when it is done."
    case .unreadable(_, let failure), .notWritten(_, let failure): failure.cure
    case .notConfirmed: "Check the disk."
    }
  }
}
