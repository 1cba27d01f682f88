import Persistence
public import Testing

/// Gives every test a storage of its own that is empty and leaves no trace.
///
/// ```swift
/// @Test(.emptyStorage) func countsVisits() { … }
/// ```
public struct EmptyStorageTrait: TestTrait, SuiteTrait, TestScoping {
  /// Tests of a suite with the trait get a storage each.
  public let isRecursive = true

  /// Runs a test with ``PersistedStorage/current`` bound to an empty storage.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case of the test, or `nil` for a suite.
  ///   - function: Runs the test.
  /// - Throws: What the test throws.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await PersistedStorage.$current.withValue(.inMemory()) {
      try await function()
    }
  }
}

extension Trait where Self == EmptyStorageTrait {
  /// A storage of its own for every test that is empty and leaves no trace.
  public static var emptyStorage: EmptyStorageTrait { EmptyStorageTrait() }
}
