import Basics

/// The use case for many fetches: a bounded number of them at a time.
///
/// Their pairs of requests take turns (see ``FetchResponseCode``); while one asks, the counts of others are written, several
/// with one write. So a few at a time are faster than one after the other, and many no faster than a few.
public struct FetchRepeatedly: Sendable {
  private let fetchResponseCode: FetchResponseCode
  private let clock: any Clock<Duration>

  /// Creates the use case; the clock measures the total duration.
  public init(fetchResponseCode: FetchResponseCode, clock: any Clock<Duration> = ContinuousClock()) {
    self.fetchResponseCode = fetchResponseCode
    self.clock = clock
  }

  /// Fetches `times` times, `concurrency` at a time (both at least 1), and returns the results.
  ///
  /// It goes on when a fetch fails, except when the count can't be stored. After cancellation no further fetch begins.
  /// `onEach` receives every result, one at a time but on any thread, and returns whether to go on.
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

/// How many fetches went.
public struct FetchRun: Sendable, Hashable {
  /// How many were asked for.
  let requested: Int
  /// How many succeeded.
  public var succeeded: Int { durations.count }
  /// How many failed; what was cancelled did not fail, and is not counted at all.
  public private(set) var failed = 0
  /// How long all of them took together.
  var elapsed = Duration.zero
  /// Whether it ended before its time because the task was cancelled.
  var wasInterrupted = false

  /// How long each success took, in the order of their end.
  private var durations: [Duration] = []

  init(requested: Int) { self.requested = requested }

  mutating func note(_ result: Result<Fetch, FetchError>) {
    switch result {
    case .success(let fetch): durations.append(fetch.duration)
    case .failure(.cancelled): break
    case .failure: failed += 1
    }
  }

  /// The successes in a second; 0 where no time has passed.
  var rate: Double {
    elapsed > .zero ? Double(succeeded) / (elapsed / .seconds(1)) : 0
  }

  /// The durations below which a share of the successes lies, by the nearest-rank method; `nil` without successes.
  func percentiles(_ shares: [Double]) -> [Duration]? {
    durations.percentiles(shares)
  }
}

extension [Duration] {
  /// Returns the durations below which a share of all lies, by the nearest-rank method; `nil` without durations.
  func percentiles(_ shares: [Double]) -> [Duration]? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return shares.map { share in
      let rank = Int((share * Double(sorted.count)).rounded(.up))
      return sorted[Swift.min(Swift.max(rank, 1), sorted.count) - 1]
    }
  }
}

/// The progress of many fetches, for the tasks that share them.
private final class FetchProgress: Sendable {
  private struct State {
    var run: FetchRun
    var begun = 0
    var goesOn = true
  }

  private let onEach: @Sendable (Result<Fetch, FetchError>) -> Bool
  /// Results are reported under this lock, one at a time.
  private let state: Locked<State>

  init(times: Int, onEach: @escaping @Sendable (Result<Fetch, FetchError>) -> Bool) {
    state = Locked(State(run: FetchRun(requested: times)))
    self.onEach = onEach
  }

  var run: FetchRun { state.withLock { $0.run } }

  func begins() -> Bool {
    state.withLock { state in
      guard state.goesOn, state.begun < state.run.requested else { return false }
      state.begun += 1
      return true
    }
  }

  func note(_ result: Result<Fetch, FetchError>) {
    state.withLock { state in
      state.run.note(result)
      let isWanted = onEach(result)
      // Without a store no other fetch could be counted either.
      if case .failure(.store) = result { state.goesOn = false }
      if !isWanted { state.goesOn = false }
    }
  }
}
