/// What came of a command: always exactly one of these, never nothing.
public enum NavigationOutcome: Sendable, Equatable {
  /// The stack changed.
  case moved(NavigationMove)
  /// Nothing had to change.
  case unchanged(UnchangedReason)
  /// There is nothing to go back to.
  case atRoot
  /// A screen that would have gone wants to stay.
  case refused(by: DestinationID, reason: String)
  /// An interceptor stopped the command.
  case blocked(by: String, reason: String)
  /// Interceptors rewrote the command more often than is allowed; the commands in their order.
  case rewrittenTooOften([NavigationRewrite])
  /// No such destination is registered; the nearest names, nearest first.
  case unknown(DestinationID, suggestions: [DestinationID])
  /// The destination is registered, but no page of it is on the stack.
  case notOnStack(DestinationID)
  /// The payload is unreadable, of another type, or refused by the factory.
  case payloadRejected(PayloadRejection)
  /// The link is malformed or leads nowhere.
  case linkRejected(DeepLinkError)
  /// The stack would get higher than is allowed.
  case tooDeep(limit: Int)
  /// While somebody was asked, the screen that the command meant went away.
  case superseded
  /// The command was given up while somebody was asked.
  case cancelled
  /// The command was sent from inside a decision of the same router and takes its turn after it.
  case queued
  /// No screen objects: the program may end. Nothing moves any more.
  case quit
  /// The router had quit before.
  case closed

  /// Whether the stack changed.
  public var isMove: Bool {
    if case .moved = self { return true }
    return false
  }
}

/// Why nothing had to change.
public enum UnchangedReason: String, Sendable, Codable, CaseIterable {
  /// It is shown already, with the same payload.
  case alreadyShown
  /// There is no popup.
  case noPopup
  /// The entry isn't on the stack any more.
  case gone
  /// The command asks for nothing, such as going back by no steps.
  case nothingToDo
}

/// A payload that could not be shown.
public struct PayloadRejection: Error, Sendable, Equatable {
  /// The destination.
  public let id: DestinationID
  /// Where it would have been on the stack, or else where it is in the command, counted from 0.
  public let position: Int
  /// What is wrong, as a sentence.
  public let reason: String

  /// Makes a rejection.
  public init(id: DestinationID, position: Int, reason: String) {
    self.id = id
    self.position = position
    self.reason = reason
  }
}

extension NavigationOutcome: CustomStringConvertible {
  /// A sentence for people; command logs compare it, so it depends on nothing but the outcome.
  public var description: String {
    switch self {
    case .moved(let move): "Moved. \(move)"
    case .unchanged(.alreadyShown): "It is shown already."
    case .unchanged(.noPopup): "There is no popup to close."
    case .unchanged(.gone): "The screen is gone already."
    case .unchanged(.nothingToDo): "There is nothing to do."
    case .atRoot: "There is nothing to go back to."
    case .refused(let id, let reason): "\(id) stays: \(reason)"
    case .blocked(let name, let reason): "Stopped by \(name): \(reason)"
    case .rewrittenTooOften(let rewrites):
      "The command was rewritten too often: \(rewrites.map(\.description).joined(separator: ", "))."
    case .unknown(let id, let suggestions):
      "There is no destination \(quoted(id.rawValue)).\(didYouMean(suggestions.map(\.rawValue)))"
    case .notOnStack(let id): "\(id) is not among the open pages."
    case .payloadRejected(let rejection): "\(rejection.id) can't be shown: \(rejection.reason)"
    case .linkRejected(let error): error.description
    case .tooDeep(let limit): "More than \(limit) screens can't be open at once. Go back first."
    case .superseded: "The screen went away meanwhile."
    case .cancelled: "The command was given up."
    case .queued: "The command takes its turn after the present one."
    case .quit: "The program may end."
    case .closed: "The program is ending."
    }
  }
}
