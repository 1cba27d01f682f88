import Basics

/// A store for the fetch count.
public protocol FetchCountStoring: Sendable {
  /// Loads the fetch count from storage.
  ///
  /// - Throws: The store's error.
  func load() throws -> FetchCount

  /// Changes the fetch count atomically, even across processes.
  ///
  /// Returns the new count once it is durable.
  func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async throws -> FetchCount

  /// Resets the count and the history.
  ///
  /// Unreadable content is kept under another name instead of being overwritten.
  func reset() async throws

  /// Returns a stream of fetch counts or read errors, starting with the current one.
  ///
  /// Another element follows after every change by any process.
  func changes() -> AsyncStream<Result<FetchCount, any Error>>
}

/// The use case that observes the fetch count, including changes by other processes.
struct FollowFetchCount: Sendable {
  let store: any FetchCountStoring

  /// Returns a sequence of fetch counts or ``FetchError/store(_:)`` errors, which ends with the consuming task.
  func execute() -> some AsyncSequence<Result<FetchCount, FetchError>, Never> & Sendable {
    store.changes().map { change in change.mapError { .store($0) } }
  }
}

/// The use case that clears the history of codes.
///
/// The count stays unchanged.
struct ClearFetchedCodes: Sendable {
  let store: any FetchCountStoring

  /// Clears the history, and returns the removed codes with the new fetch count, which is durable.
  func execute() async throws(FetchError) -> (fetchCount: FetchCount, dropped: [FetchedCode]) {
    let dropped = Locked<[FetchedCode]>([])
    do {
      let fetchCount = try await store.update { fetchCount in
        let codes = fetchCount.lastCodes
        dropped.withLock { $0 = codes }
        fetchCount.clearCodes()
      }
      return (fetchCount, dropped.withLock { $0 })
    } catch {
      throw .store(error)
    }
  }

  /// Restores removed codes, and returns the new fetch count, which is durable.
  func undo(_ dropped: [FetchedCode]) async throws(FetchError) -> FetchCount {
    do {
      return try await store.update { $0.restore(dropped) }
    } catch {
      throw .store(error)
    }
  }
}
