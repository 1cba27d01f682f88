/// The storage of the fetch count.
public protocol FetchCountStoring: Sendable {
  /// Loads the fetch count.
  ///
  /// - Throws: The store's error, unchanged.
  func load() throws -> FetchCount

  /// Changes the fetch count atomically, even among processes; returns when the change is durable.
  ///
  /// - Parameter change: Gets the present fetch count.
  /// - Returns: The new fetch count.
  /// - Throws: The store's error, unchanged; nothing has changed then.
  func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async throws -> FetchCount

  /// Starts again from nothing, codes included; unreadable content is set aside, not overwritten.
  ///
  /// - Throws: The store's error, unchanged.
  func reset() async throws

  /// The present fetch count, or the reason why it can't be read, and then one after every change by any process.
  ///
  /// - Returns: A sequence that ends with the task that reads it.
  func changes() -> AsyncStream<Result<FetchCount, any Error>>
}

/// The use case that follows the fetch count, also while other processes change it.
struct FollowFetchCount: Sendable {
  let store: any FetchCountStoring

  /// Begins to follow.
  ///
  /// - Returns: The fetch count, or ``FetchError/store(_:)`` as the reason why there is none; ends with the task that
  ///   reads it.
  func execute() -> some AsyncSequence<Result<FetchCount, FetchError>, Never> & Sendable {
    store.changes().map { change in change.mapError { .store($0) } }
  }
}

/// The use case that drops the history of codes on request; the count stays.
struct ClearFetchedCodes: Sendable {
  let store: any FetchCountStoring

  /// Drops the codes.
  ///
  /// - Returns: The new fetch count; durable.
  /// - Throws: ``FetchError/store(_:)``; nothing has changed then.
  func execute() async throws(FetchError) -> FetchCount {
    do {
      return try await store.update { $0.clearCodes() }
    } catch {
      throw .store(error)
    }
  }
}
