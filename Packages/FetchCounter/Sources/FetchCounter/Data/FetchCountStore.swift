import Foundation
public import Persistence

/// Keeps the fetch count in a store: the file `count.json` in a folder, unless another store is given.
public struct FetchCountStore: FetchCountStoring {
  private let store: any Store<FetchCountRecord>

  /// Keeps the fetch count in any store.
  public init(store: any Store<FetchCountRecord>) { self.store = store }

  /// Keeps the fetch count in a folder's file `count.json`.
  ///
  /// - Parameters:
  ///   - folder: The folder's path; made with the first fetch.
  ///   - writtenBy: The program and its version, for the file.
  public init(folder: String, writtenBy: String) {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    self.init(store: JSONFileStore(path: base + "count.json", default: FetchCountRecord(), writtenBy: writtenBy))
  }

  /// Reads the fetch count.
  public func load() throws -> FetchCount {
    FetchCount(try store.load())
  }

  /// Changes the fetch count; durable when it returns.
  public func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async throws -> FetchCount {
    try await store.update { record in
      var fetchCount = FetchCount(record)
      change(&fetchCount)
      record = FetchCountRecord(fetchCount)
      return fetchCount
    }
  }

  /// Starts again from nothing.
  public func reset() async throws {
    try store.reset()
  }

  /// What is kept, and every change of it.
  public func changes() -> AsyncStream<Result<FetchCount, any Error>> {
    let (store, outcomes, unstored) = (store, store.changes(), FetchCount(store.defaultValue))
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await outcome in outcomes {
          if let error = store.error(for: outcome) {
            continuation.yield(.failure(error))
          } else {
            continuation.yield(.success(outcome.value.map(FetchCount.init) ?? unstored))
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
