import Foundation
public import Persistence

/// Keeps the tally in a store: the file `count.json` in a folder, unless another store is given.
public struct FetchTallyStore: FetchTallyStoring {
  private let store: any Store<FetchTallyRecord>

  /// Keeps the tally in any store.
  public init(store: any Store<FetchTallyRecord>) { self.store = store }

  /// Keeps the tally in a folder's file `count.json`.
  ///
  /// - Parameters:
  ///   - folder: The folder's path; made with the first fetch.
  ///   - writtenBy: The program and its version, for the file.
  public init(folder: String, writtenBy: String) {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    self.init(store: JSONFileStore(path: base + "count.json", default: FetchTallyRecord(), writtenBy: writtenBy))
  }

  /// Reads the tally.
  public func load() throws -> FetchTally {
    FetchTally(try store.load())
  }

  /// Changes the tally; durable when it returns.
  public func update(_ change: @escaping @Sendable (inout FetchTally) -> Void) async throws -> FetchTally {
    try await store.update { record in
      var tally = FetchTally(record)
      change(&tally)
      record = FetchTallyRecord(tally)
      return tally
    }
  }

  /// Starts again from nothing.
  public func reset() async throws {
    try store.reset()
  }

  /// What is kept, and every change of it.
  public func changes() -> AsyncStream<Result<FetchTally, any Error>> {
    let (store, outcomes, unstored) = (store, store.changes(), FetchTally(store.defaultValue))
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await outcome in outcomes {
          if let error = store.error(for: outcome) {
            continuation.yield(.failure(error))
          } else {
            continuation.yield(.success(outcome.value.map(FetchTally.init) ?? unstored))
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
