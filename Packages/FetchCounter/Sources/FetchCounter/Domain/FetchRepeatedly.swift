/// The use case for many fetches: a bounded number of them at a time.
///
/// Their pairs of requests take turns (see ``FetchResponseCode``); while one asks, the counts of others are written, several
/// with one write. So a few at a time are faster than one after the other, and many no faster than a few.
public struct FetchRepeatedly: Sendable {
  private let fetchResponseCode: FetchResponseCode
  private let clock: any Clock<Duration>

  /// Makes the use case.
  ///
  /// - Parameters:
  ///   - fetchResponseCode: One fetch.
  ///   - clock: Measures how long all of them take.
  public init(fetchResponseCode: FetchResponseCode, clock: any Clock<Duration> = ContinuousClock()) {
    self.fetchResponseCode = fetchResponseCode
    self.clock = clock
  }

  /// Fetches many times.
  ///
  /// It goes on when a fetch fails, except when the count can't be kept: then no other could rise it either. When the
  /// task is cancelled no further fetch begins, those that have begun end, and what is counted stays counted.
  ///
  /// - Parameters:
  ///   - times: How many fetches, at least 1.
  ///   - concurrency: How many at a time, at least 1.
  ///   - onEach: Gets every result as it comes, one at a time but on any thread, and says whether to go on; the fetch that it is told of
  ///     begins no other before it returns.
  /// - Returns: How it went.
  public func execute(
    times: Int,
    concurrency: Int = 1,
    onEach: @escaping @Sendable (Result<Fetch, FetchError>) -> Bool
  ) async -> FetchRun {
    precondition(times > 0 && concurrency > 0, "There is nothing to fetch.")
    let progress = FetchProgress(times: times, onEach: onEach)
    let elapsed = await clock.measure {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<min(times, concurrency) {
          group.addTask {
            // A task for many fetches rather than for one: nobody has to be woken to begin the next.
            while !Task.isCancelled, progress.begins() { progress.note(await once()) }
          }
        }
      }
    }
    var run = progress.run
    run.elapsed = elapsed
    run.wasInterrupted = Task.isCancelled
    return run
  }

  private func once() async -> Result<Fetch, FetchError> {
    do throws(FetchError) {
      return .success(try await fetchResponseCode.execute())
    } catch {
      return .failure(error)
    }
  }
}
