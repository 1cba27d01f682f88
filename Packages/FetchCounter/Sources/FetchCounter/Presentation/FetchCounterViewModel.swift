import Basics
import Components
import Foundation
import Networking
import Observation
import Persistence

@MainActor
@Observable
final class FetchCounterViewModel {
  private enum Intent {
    case fetch(times: Int)
    case clearCodes
  }

  /// The most recent fetch since the program started, or the problem with the last intent.
  private(set) var state: LoadState<Fetch, FetchProblem> = .initial
  /// The stored fetch count; `nil` until it has been read.
  private(set) var fetchCount: FetchCount?
  /// The progress of the batch, if any.
  private(set) var batch: FetchBatch?

  /// The intent that ``retry()`` repeats.
  @ObservationIgnored private var failedIntent = Intent.fetch(times: 1)
  /// A closure that cancels the fetches in progress, if any.
  @ObservationIgnored private var cancelRunning: (() -> Void)?
  private let fetchResponseCode: FetchResponseCode
  private let fetchRepeatedly: FetchRepeatedly
  private let followFetchCount: FollowFetchCount
  private let clearFetchedCodes: ClearFetchedCodes
  private let now: @Sendable () -> Date
  private let calendar: @Sendable () -> Calendar

  init(
    fetchResponseCode: FetchResponseCode,
    store: any FetchCountStoring,
    now: @escaping @Sendable () -> Date,
    calendar: @escaping @Sendable () -> Calendar
  ) {
    self.fetchResponseCode = fetchResponseCode
    fetchRepeatedly = FetchRepeatedly(fetchResponseCode: fetchResponseCode)
    followFetchCount = FollowFetchCount(store: store)
    clearFetchedCodes = ClearFetchedCodes(store: store)
    self.now = now
    self.calendar = calendar
  }

  var statistics: FetchStatistics? {
    fetchCount.map { FetchStatistics($0, now: now(), calendar: calendar()) }
  }

  var progress: ProgressReading? { batch?.reading(at: now()) }

  /// Fetches once, unless another fetch is in progress.
  func fetch() async {
    guard !state.isLoading else { return }
    state.startLoading()
    let task = Task { [fetchResponseCode] () async -> Result<Fetch, FetchError> in
      do throws(FetchError) {
        return .success(try await fetchResponseCode.execute())
      } catch {
        return .failure(error)
      }
    }
    cancelRunning = task.cancel
    let result = await task.value
    if case .success(let fetch) = result { note(fetch) }
    // After cancellation, another fetch may already be in progress.
    guard !task.isCancelled else { return }
    cancelRunning = nil
    switch result {
    case .success(let fetch): state = .loaded(fetch)
    case .failure(let error): fail(error, intent: .fetch(times: 1))
    }
  }

  /// Runs a batch until a failure or ``cancel()``; returns the number of successful fetches.
  ///
  /// This method does nothing during another fetch. A retry after a failure fetches only the rest of the batch.
  @discardableResult
  func fetch(times: Int) async -> Int {
    guard !state.isLoading else { return 0 }
    state.startLoading()
    batch = FetchBatch(requested: times, start: now())
    let (updates, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let result = Locked(FetchBatchResult())
    let task = Task.detached { [fetchRepeatedly] in
      _ = await fetchRepeatedly.execute(times: times, concurrency: FetchBatch.concurrency) { each in
        let (goesOn, succeeded) = result.withLock { ($0.note(each), $0.succeeded) }
        continuation.yield(succeeded)
        return goesOn
      }
      continuation.finish()
    }
    cancelRunning = task.cancel
    for await succeeded in updates where !task.isCancelled { batch?.update(succeeded: succeeded, at: now()) }
    await task.value
    let end = result.withLock { $0 }
    if let last = end.last { note(last) }
    guard !task.isCancelled else { return end.succeeded }
    cancelRunning = nil
    batch = nil
    if let last = end.last { state = .loaded(last) }
    if let failure = end.failure { fail(failure, intent: .fetch(times: times - end.succeeded)) }
    return end.succeeded
  }

  /// Cancels the fetches in progress, if any; fetches that have already received codes are still counted.
  func cancel() -> Bool {
    guard let cancelRunning else { return false }
    cancelRunning()
    self.cancelRunning = nil
    batch = nil
    state.stopLoading()
    return true
  }

  /// Clears the history, and returns the removed codes, or an empty array if clearing failed.
  @discardableResult
  func clearCodes() async -> [FetchedCode] {
    do throws(FetchError) {
      let (fetchCount, dropped) = try await clearFetchedCodes.execute()
      self.fetchCount = fetchCount
      return dropped
    } catch {
      // The result of a fetch that started in the meantime is more important.
      if !state.isLoading { fail(error, intent: .clearCodes) }
      return []
    }
  }

  /// Restores removed codes, and returns the error message if that fails.
  func restore(_ dropped: [FetchedCode]) async -> String? {
    do throws(FetchError) {
      fetchCount = try await clearFetchedCodes.undo(dropped)
      return nil
    } catch {
      return FetchProblem(error).message
    }
  }

  func retry() async {
    guard state.problem != nil else { return }
    switch failedIntent {
    case .fetch(1): await fetch()
    case .fetch(let times): await fetch(times: times)
    case .clearCodes:
      dismissProblem()
      await clearCodes()
    }
  }

  func dismissProblem() {
    if state.problem != nil { state = state.value.map(LoadState.loaded) ?? .initial }
  }

  /// Observes changes by all processes until the task is cancelled.
  func follow() async {
    for await result in followFetchCount.execute() {
      switch result {
      case .success(let fetchCount): self.fetchCount = fetchCount
      case .failure(let error):
        // A fetch in progress will report the same error.
        if !state.isLoading { fail(error, intent: .fetch(times: 1)) }
      }
    }
  }

  private func fail(_ error: FetchError, intent: Intent) {
    failedIntent = intent
    state.fail(FetchProblem(error))
  }

  /// Shows a fetch immediately; other processes' changes arrive with the store's next update.
  private func note(_ fetch: Fetch) {
    var fetchCount = fetchCount ?? FetchCount()
    // The store's update may have arrived earlier and already include this fetch.
    guard fetchCount.count < fetch.count else { return }
    fetchCount.add(
      FetchedCode(responseCode: fetch.responseCode, fetchedAt: fetch.fetchedAt, duration: fetch.duration),
      in: calendar().timeZone
    )
    fetchCount.count = fetch.count
    self.fetchCount = fetchCount
  }
}

/// A user-facing description of a failed fetch.
public struct FetchProblem: Sendable {
  /// The underlying error.
  public let error: FetchError
  /// A sentence that describes the problem.
  public let message: String
  /// The recovery suggestion, if any.
  public let hint: String?

  /// Creates the description of an error.
  public init(_ error: FetchError) {
    self.error = error
    switch error {
    case .service(NetworkError.cacheMiss):
      message = "Requests are turned off with --offline, and fetches are never stored."
      hint = "To fetch, start without --offline."
    case .service(let error as NetworkError):
      message = error.message
      hint = error.recoverySuggestion
    case .store(let error as StoreError):
      message = error.message
      hint = error.recoverySuggestion
    case .service(let error), .store(let error):
      message = "\(error)"
      hint = nil
    case .pathSuperseded(let attempts, let serviceMessage):
      let words = serviceMessage.map { " The service says: \($0)" } ?? ""
      message = "The service rejected its own path \(attempts) times in a row.\(words)"
      hint = "Another client may be using the service. Try again later."
    case .cancelled:
      message = "The fetch was cancelled."
      hint = nil
    }
  }
}
