/// What came of asking a screen for an answer.
public enum NavigationAnswer<Value: Sendable>: Sendable {
  /// The screen answered.
  case answered(Value)
  /// The screen left the stack without an answer.
  case dismissed
  /// The screen was not opened.
  case notShown(NavigationOutcome)
  /// The task that waited was cancelled.
  case cancelled

  /// The answer, or nil when there is none.
  public var value: Value? {
    guard case .answered(let value) = self else { return nil }
    return value
  }
}

extension NavigationAnswer: Equatable where Value: Equatable {}
