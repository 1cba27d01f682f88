/// The state of a loaded value, which a view model publishes and a screen draws.
///
/// The previous value stays visible during another load and after a failure.
public enum LoadState<Value, Problem> {
  /// Nothing has been requested yet.
  case initial
  /// The value is being loaded.
  case loading(previous: Value?)
  /// The value of the last load.
  case loaded(Value)
  /// The last load failed.
  case failed(Problem, previous: Value?)

  /// The newest available value, current or not.
  public var value: Value? {
    switch self {
    case .initial: nil
    case .loaded(let value): value
    case .loading(let previous), .failed(_, let previous): previous
    }
  }

  /// The reason for the last failure; `nil` in the other states.
  public var problem: Problem? {
    if case .failed(let problem, _) = self { problem } else { nil }
  }

  /// Whether a load is running.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Begins a load; the current value stays visible.
  public mutating func startLoading() {
    self = .loading(previous: value)
  }

  /// Returns to the state before the running load, if there is one.
  public mutating func stopLoading() {
    if case .loading(let previous) = self { self = previous.map { .loaded($0) } ?? .initial }
  }

  /// Ends a load with a failure; the previous value stays visible.
  public mutating func fail(_ problem: Problem) {
    self = .failed(problem, previous: value)
  }
}

extension LoadState: Sendable where Value: Sendable, Problem: Sendable {}
extension LoadState: Equatable where Value: Equatable, Problem: Equatable {}
