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
  ///   - isolation: Where `onEach` runs: where this is called, unless said otherwise.
  ///   - onEach: Gets every result as it comes, and says whether to go on.
  /// - Returns: How it went.
  public func execute(
    times: Int,
    concurrency: Int = 1,
    isolation: isolated (any Actor)? = #isolation,
    onEach: (Result<Fetch, FetchError>) -> Bool
  ) async -> FetchRun {
    precondition(times > 0 && concurrency > 0, "There is nothing to fetch.")
    var run = FetchRun(requested: times)
    run.elapsed = await clock.measure {
      await withTaskGroup(of: Result<Fetch, FetchError>.self) { group in
        var started = 0
        var goesOn = true
        func startAnother() {
          guard goesOn, started < times, !Task.isCancelled else { return }
          started += 1
          group.addTask { await once() }
        }
        for _ in 0..<min(times, concurrency) { startAnother() }
        while let result = await group.next() {
          run.note(result)
          if !onEach(result) || result.isStoreFailure { goesOn = false }
          startAnother()
        }
      }
    }
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

extension Result<Fetch, FetchError> {
  fileprivate var isStoreFailure: Bool {
    if case .failure(.store) = self { true } else { false }
  }
}
