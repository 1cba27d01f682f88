import Basics

/// The outcome of a navigation command.
///
/// Every command has exactly one outcome.
public enum NavigationOutcome: Sendable, Equatable {
  /// The stack changed.
  case moved
  /// Nothing had to change.
  case unchanged(UnchangedReason)
  /// Going back is impossible, because only the root remains.
  case atRoot
  /// A guard prevented the removal of its screen.
  case refused(by: DestinationID, reason: String)
  /// The destination isn't registered. The suggestions are the closest registered names, closest first.
  case unknown(DestinationID, suggestions: [DestinationID])
  /// The payload's type differs from the registered type, or the factory rejected the payload.
  case payloadRejected(PayloadRejection)
  /// The link is malformed or doesn't match any destination.
  case linkRejected(DeepLinkError)
  /// The stack would exceed its limit.
  case tooDeep(limit: Int)
  /// A guard sent the command to the router that is waiting for the guard.
  ///
  /// The router will carry out the command later.
  case queued
  /// No guard objected to quitting, and the router is now closed.
  case quit
  /// The router was already closed.
  case closed

  /// Whether the stack changed.
  public var isMove: Bool { self == .moved }
}

/// The reason why a command didn't change anything.
public enum UnchangedReason: String, Sendable, CaseIterable {
  /// The destination is already at the top, with the same payload.
  case alreadyShown
  /// The entry is no longer on the stack.
  case gone
  /// The command has no effect, such as going back by zero steps.
  case nothingToDo
}

/// A rejected payload, with the reason.
public struct PayloadRejection: Error, Sendable, Equatable {
  /// The destination whose payload was rejected.
  public let id: DestinationID
  /// The zero-based index of the payload on the stack, or in the command if the whole command was rejected.
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
  /// The outcome as a human-readable sentence.
  public var description: String {
    switch self {
    case .moved: "Moved."
    case .unchanged(.alreadyShown): "The screen is already shown."
    case .unchanged(.gone): "The screen is already closed."
    case .unchanged(.nothingToDo): "There is nothing to do."
    case .atRoot: "There is nothing to go back to."
    case .refused(let id, let reason): "\(id) stays open: \(reason)"
    case .unknown(let id, let suggestions):
      "There is no destination \(id.rawValue.quoted()).\(didYouMean(suggestions.map(\.rawValue)))"
    case .payloadRejected(let rejection): "\(rejection.id) can't be shown: \(rejection.reason)"
    case .linkRejected(let error): error.description
    case .tooDeep(let limit): "At most \(limit) screens can be open at once. Go back first."
    case .queued: "The command runs after the current one."
    case .quit: "The program can quit."
    case .closed: "The program is quitting."
    }
  }
}

/// Returns an additional sentence with suggestions, or an empty string if there are no suggestions.
func didYouMean(_ names: [String]) -> String {
  names.isEmpty ? "" : " Did you mean \(names.map { $0.quoted() }.joined(separator: " or "))?"
}
