/// The state of a value that a view model loads and a screen shows.
///
/// The previous value stays visible during a reload and after a failed load.
public enum LoadState<Value, Problem> {
  /// Nothing has been requested yet.
  case initial
  /// The value is being loaded.
  case loading(previous: Value?)
  /// The most recent load succeeded with this value.
  case loaded(Value)
  /// The most recent load failed.
  case failed(Problem, previous: Value?)

  /// The most recent value, which may be out of date.
  public var value: Value? {
    switch self {
    case .initial: nil
    case .loaded(let value): value
    case .loading(let previous), .failed(_, let previous): previous
    }
  }

  /// The reason the most recent load failed, or `nil` if it didn't fail.
  public var problem: Problem? {
    if case .failed(let problem, _) = self { problem } else { nil }
  }

  /// Whether the value is being loaded.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Starts a load and keeps the current value.
  public mutating func startLoading() {
    self = .loading(previous: value)
  }

  /// Returns to the previous state if the value is being loaded.
  public mutating func stopLoading() {
    if case .loading(let previous) = self { self = previous.map { .loaded($0) } ?? .initial }
  }

  /// Ends a load with a failure and keeps the previous value.
  public mutating func fail(_ problem: Problem) {
    self = .failed(problem, previous: value)
  }
}

extension LoadState: Sendable where Value: Sendable, Problem: Sendable {}
extension LoadState: Equatable where Value: Equatable, Problem: Equatable {}
