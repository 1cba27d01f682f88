import Basics

/// The outcome of a command.
///
/// Every command has exactly one outcome.
public enum NavigationOutcome: Sendable, Equatable {
  /// The stack changed.
  case moved
  /// Nothing had to change.
  case unchanged(UnchangedReason)
  /// Only the root is left, so going back is impossible.
  case atRoot
  /// A guard refused to let its screen be removed.
  case refused(by: DestinationID, reason: String)
  /// The destination isn't registered.
  ///
  /// The closest registered names are suggested, closest first.
  case unknown(DestinationID, suggestions: [DestinationID])
  /// The payload has a different type than the registered one, or the factory rejected it.
  case payloadRejected(PayloadRejection)
  /// The link is malformed or leads nowhere.
  case linkRejected(DeepLinkError)
  /// The stack would exceed its limit.
  case tooDeep(limit: Int)
  /// A guard sent the command to its own router, which will carry it out later.
  case queued
  /// No guard objected to quitting, and the router is now closed.
  case quit
  /// The router was already closed.
  case closed

  /// Whether the stack changed.
  public var isMove: Bool { self == .moved }
}

/// The reason why a command changed nothing.
public enum UnchangedReason: String, Sendable, CaseIterable {
  /// The destination is already on top, with the same payload.
  case alreadyShown
  /// The entry is no longer on the stack.
  case gone
  /// The command has no effect, such as going back by no steps.
  case nothingToDo
}

/// A payload that can't be shown.
public struct PayloadRejection: Error, Sendable, Equatable {
  /// The destination.
  public let id: DestinationID
  /// The index of the payload from 0, on the stack or, if the whole command was rejected, in the command.
  public let position: Int
  /// The reason, as a sentence.
  public let reason: String

  /// Creates a rejection.
  public init(id: DestinationID, position: Int, reason: String) {
    self.id = id
    self.position = position
    self.reason = reason
  }
}

extension NavigationOutcome: CustomStringConvertible {
  /// The outcome as a sentence for people.
  public var description: String {
    switch self {
    case .moved: "Moved."
    case .unchanged(.alreadyShown): "It is shown already."
    case .unchanged(.gone): "The screen is gone already."
    case .unchanged(.nothingToDo): "There is nothing to do."
    case .atRoot: "There is nothing to go back to."
    case .refused(let id, let reason): "\(id) stays: \(reason)"
    case .unknown(let id, let suggestions):
      "There is no destination \(id.rawValue.quoted()).\(didYouMean(suggestions.map(\.rawValue)))"
    case .payloadRejected(let rejection): "\(rejection.id) can't be shown: \(rejection.reason)"
    case .linkRejected(let error): error.description
    case .tooDeep(let limit): "More than \(limit) screens can't be open at once. Go back first."
    case .queued: "The command takes its turn after the present one."
    case .quit: "The program may end."
    case .closed: "The program is ending."
    }
  }
}

/// Returns a further sentence with suggestions, or an empty text without suggestions.
func didYouMean(_ names: [String]) -> String {
  names.isEmpty ? "" : " Did you mean \(names.map { $0.quoted() }.joined(separator: " or "))?"
}
