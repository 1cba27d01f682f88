import FetchCounter
import Foundation

/// Keeps a tally in memory; a change ends only when whoever follows has got the news of it.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class NewsFirstStore: FetchTallyStoring, @unchecked Sendable {
  private let lock = NSLock()
  private var tally = FetchTally()
  private var arrival: @Sendable (Int) async -> Void = { _ in }
  private var continuation: AsyncStream<Result<FetchTally, any Error>>.Continuation?

  /// Sets what waits until the news of a count has arrived.
  func setArrival(_ arrival: @escaping @Sendable (Int) async -> Void) { lock.withLock { self.arrival = arrival } }

  func load() -> FetchTally { lock.withLock { tally } }

  func update(_ change: @escaping @Sendable (inout FetchTally) -> Void) async -> FetchTally {
    let (changed, arrival) = lock.withLock {
      change(&tally)
      continuation?.yield(.success(tally))
      return (tally, self.arrival)
    }
    await arrival(changed.count)
    return changed
  }

  func reset() async { lock.withLock { tally = FetchTally() } }

  func changes() -> AsyncStream<Result<FetchTally, any Error>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<FetchTally, any Error>.self)
    lock.withLock {
      self.continuation = continuation
      continuation.yield(.success(tally))
    }
    return stream
  }
}
