/// The use case that tells what is kept, now and after every change, also of other processes.
public struct FollowFetchCount: Sendable {
  private let store: any FetchCountStoring

  /// Makes the use case.
  public init(store: any FetchCountStoring) { self.store = store }

  /// Begins to follow.
  ///
  /// - Returns: The fetch count, or ``FetchError/store(_:)`` as the reason why there is none; ends with the task that reads it.
  public func execute() -> AsyncStream<Result<FetchCount, FetchError>> {
    let changes = store.changes()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await change in changes { continuation.yield(change.mapError { .store($0) }) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
