import Basics

/// The use case that runs a batch of fetches with limited concurrency.
///
/// Only one fetch at a time sends its requests (see ``FetchResponseCode``), while earlier fetches are counted, several in
/// one write. A few concurrent fetches are therefore faster than one, but many aren't any faster.
public struct FetchRepeatedly: Sendable {
  private let fetchResponseCode: FetchResponseCode
  private let clock: any Clock<Duration>

  /// Creates the use case with a clock for the batch's duration.
  public init(fetchResponseCode: FetchResponseCode, clock: any Clock<Duration> = ContinuousClock()) {
    self.fetchResponseCode = fetchResponseCode
    self.clock = clock
  }

  /// Runs `times` fetches, at most `concurrency` at the same time; both must be at least 1.
  ///
  /// A failed fetch ends the batch only if the count can't be stored. After cancellation, no new fetch starts. `onEach`
  /// receives every result and returns whether to continue, on any thread but never concurrently.
  public func execute(
    times: Int,
    concurrency: Int = 1,
    onEach: @escaping @Sendable (Result<Fetch, FetchError>) -> Bool
  ) async -> FetchRun {
    precondition(times > 0 && concurrency > 0, "The number of fetches and the concurrency must be positive.")
    let progress = FetchProgress(times: times, onEach: onEach)
    let elapsed = await clock.measure {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<min(times, concurrency) {
          group.addTask {
            // Each task runs many fetches, so starting the next fetch doesn't require waking another task.
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

/// The result of a batch.
public struct FetchRun: Sendable, Hashable {
  let requested: Int
  /// The number of successful fetches.
  public var succeeded: Int { durations.count }
  /// The number of failed fetches, not including cancelled ones.
  public private(set) var failed = 0
  var elapsed = Duration.zero
  /// Whether the batch was cancelled before it was complete.
  var wasInterrupted = false

  /// The successful fetches' durations, in order of completion.
  private var durations: [Duration] = []

  init(requested: Int) { self.requested = requested }

  mutating func note(_ result: Result<Fetch, FetchError>) {
    switch result {
    case .success(let fetch): durations.append(fetch.duration)
    case .failure(.cancelled): break
    case .failure: failed += 1
    }
  }

  /// The number of successful fetches per second; 0 if no time has passed.
  var rate: Double {
    elapsed > .zero ? Double(succeeded) / (elapsed / .seconds(1)) : 0
  }

  /// Returns duration percentiles for the successful fetches (nearest rank); `nil` if no fetch succeeded.
  func percentiles(_ shares: [Double]) -> [Duration]? {
    durations.percentiles(shares)
  }
}

extension [Duration] {
  /// Returns percentiles by the nearest-rank method; `nil` for an empty array.
  func percentiles(_ shares: [Double]) -> [Duration]? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return shares.map { share in
      let rank = Int((share * Double(sorted.count)).rounded(.up))
      return sorted[Swift.min(Swift.max(rank, 1), sorted.count) - 1]
    }
  }
}

private final class FetchProgress: Sendable {
  private struct State {
    var run: FetchRun
    var begun = 0
    var goesOn = true
  }

  private let onEach: @Sendable (Result<Fetch, FetchError>) -> Bool
  /// The state, locked while reporting, so results are reported one at a time.
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
      // If the store fails, no further fetches can be counted.
      if case .failure(.store) = result { state.goesOn = false }
      if !isWanted { state.goesOn = false }
    }
  }
}
