public import FeatureFlags
import Foundation

/// A store of overrides in memory, which can be made to fail.
///
/// `@unchecked` because the compiler cannot see that the variables are only touched while `lock` is held.
public final class InMemoryFlagOverrideStore: FlagOverrideStore, @unchecked Sendable {
  private let lock = NSLock()
  private var overrides: FlagOverrides
  private var failure: (any Error)?

  /// Creates a store.
  ///
  /// - Parameter overrides: What is stored at first.
  public init(_ overrides: FlagOverrides = FlagOverrides()) {
    self.overrides = overrides
  }

  /// Lets everything fail from now on, or work again.
  ///
  /// - Parameter error: The error to throw, or `nil`.
  public func fail(with error: (any Error)?) {
    lock.withLock { failure = error }
  }

  /// Returns what is stored.
  ///
  /// - Returns: The overrides.
  /// - Throws: The error given to ``fail(with:)``.
  public func load() throws -> FlagOverrides {
    try lock.withLock {
      if let failure { throw failure }
      return overrides
    }
  }

  /// Changes what is stored.
  ///
  /// - Parameter change: Changes the overrides.
  /// - Throws: The error given to ``fail(with:)``.
  public func update(_ change: (inout FlagOverrides) -> Void) throws {
    try lock.withLock {
      if let failure { throw failure }
      change(&overrides)
    }
  }
}
