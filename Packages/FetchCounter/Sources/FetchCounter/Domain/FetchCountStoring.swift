import Basics

/// The storage of the fetch count.
public protocol FetchCountStoring: Sendable {
  /// Loads the fetch count, or throws the store's error.
  func load() throws -> FetchCount

  /// Changes the fetch count atomically, even among processes, and returns the new one when it is durable.
  func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async throws -> FetchCount

  /// Resets the count and the codes; unreadable content is set aside, not overwritten.
  func reset() async throws

  /// The present fetch count or the reason why it can't be read, and then one after every change by any process.
  func changes() -> AsyncStream<Result<FetchCount, any Error>>
}

/// The use case that follows the fetch count, including changes by other processes.
struct FollowFetchCount: Sendable {
  let store: any FetchCountStoring

  /// Returns fetch counts or ``FetchError/store(_:)``, until the task that reads them ends.
  func execute() -> some AsyncSequence<Result<FetchCount, FetchError>, Never> & Sendable {
    store.changes().map { change in change.mapError { .store($0) } }
  }
}

/// The use case that drops the history of codes on request; the count stays.
struct ClearFetchedCodes: Sendable {
  let store: any FetchCountStoring

  /// Drops the codes, and returns the new fetch count once it is durable, with the dropped codes.
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

  /// Puts dropped codes back, and returns the new fetch count once it is durable.
  func undo(_ dropped: [FetchedCode]) async throws(FetchError) -> FetchCount {
    do {
      return try await store.update { $0.restore(dropped) }
    } catch {
      throw .store(error)
    }
  }
}
