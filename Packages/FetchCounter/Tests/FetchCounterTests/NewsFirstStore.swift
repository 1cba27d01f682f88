import Foundation

@testable import FetchCounter

/// A store whose updates end only after observers have received the change.
///
/// `@unchecked Sendable`: `lock` guards all mutable state.
final class NewsFirstStore: FetchCountStoring, @unchecked Sendable {
  private let lock = NSLock()
  private var fetchCount = FetchCount()
  private var arrival: @Sendable (Int) async -> Void = { _ in }
  private var continuation: AsyncStream<Result<FetchCount, any Error>>.Continuation?

  /// Sets the function that waits until observers have received a count.
  func setArrival(_ arrival: @escaping @Sendable (Int) async -> Void) { lock.withLock { self.arrival = arrival } }

  func load() -> FetchCount { lock.withLock { fetchCount } }

  func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async -> FetchCount {
    let (changed, arrival) = lock.withLock {
      change(&fetchCount)
      continuation?.yield(.success(fetchCount))
      return (fetchCount, self.arrival)
    }
    await arrival(changed.count)
    return changed
  }

  func reset() async { lock.withLock { fetchCount = FetchCount() } }

  func changes() -> AsyncStream<Result<FetchCount, any Error>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<FetchCount, any Error>.self)
    lock.withLock {
      self.continuation = continuation
      continuation.yield(.success(fetchCount))
    }
    return stream
  }
}
