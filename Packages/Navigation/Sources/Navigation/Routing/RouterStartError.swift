/// Why a router can't begin.
public enum RouterStartError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The home destination can't be shown.
  case homeRejected(NavigationOutcome)
  /// Another router listens to the queue.
  case signalInUse

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .homeRejected(let outcome): "The home screen can't be shown. \(outcome)"
    case .signalInUse: "Another router listens to this queue. Give each router its own."
    }
  }
}
