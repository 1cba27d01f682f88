import Basics

/// A store for the fetch count.
public protocol FetchCountStoring: Sendable {
  /// Loads the fetch count, or throws the store's error.
  func load() throws -> FetchCount

  /// Changes the fetch count atomically across processes, and returns the new count once it is durable.
  func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async throws -> FetchCount

  /// Resets the count and the history, keeping unreadable content under another name.
  func reset() async throws

  /// Returns a stream that emits the fetch count or read error immediately and after every change by any process.
  func changes() -> AsyncStream<Result<FetchCount, any Error>>
}

/// The use case that observes the fetch count, including changes by other processes.
struct FollowFetchCount: Sendable {
  let store: any FetchCountStoring

  /// Returns a sequence of counts or ``FetchError/store(_:)`` errors that continues until the consuming task ends.
  func execute() -> some AsyncSequence<Result<FetchCount, FetchError>, Never> & Sendable {
    store.changes().map { change in change.mapError { .store($0) } }
  }
}

/// The use case that clears the history of codes, but not the count.
struct ClearFetchedCodes: Sendable {
  let store: any FetchCountStoring

  /// Clears the codes, and returns them together with the new, durable fetch count.
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

  /// Restores removed codes, and returns the new, durable fetch count.
  func undo(_ dropped: [FetchedCode]) async throws(FetchError) -> FetchCount {
    do {
      return try await store.update { $0.restore(dropped) }
    } catch {
      throw .store(error)
    }
  }
}
