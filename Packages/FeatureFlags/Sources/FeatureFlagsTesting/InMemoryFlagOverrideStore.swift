import Basics
public import FeatureFlags

/// An in-memory override store that can be made to fail.
public final class InMemoryFlagOverrideStore: FlagOverrideStore {
  private struct State {
    var overrides: FlagOverrides
    var failure: (any Error)?
  }

  private let state: Locked<State>

  /// Creates a store with initial overrides.
  public init(_ overrides: FlagOverrides = FlagOverrides()) {
    state = Locked(State(overrides: overrides))
  }

  /// Makes all further calls throw an error.
  ///
  /// Passing `nil` makes calls succeed again.
  public func fail(with error: (any Error)?) {
    state.withLock { $0.failure = error }
  }

  /// Returns the stored overrides, or throws the error set by ``fail(with:)``.
  public func load() throws -> FlagOverrides {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.overrides
    }
  }

  /// Changes the stored overrides, or throws the error set by ``fail(with:)``.
  public func update(_ change: (inout FlagOverrides) -> Void) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      change(&state.overrides)
    }
  }
}
