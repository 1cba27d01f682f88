import Basics
import Networking
import Observation
import Persistence

/// The state of the counter screen, and its intents.
@MainActor
@Observable
final class FetchCounterViewModel {
  private enum Intent {
    case fetch
    case clearCodes
  }

  /// The last fetch since the start, or the problem of the last intent.
  private(set) var state: LoadState<Fetch, FetchProblem> = .initial
  /// The stored fetch count with the last codes; `nil` until it was read.
  private(set) var fetchCount: FetchCount?

  /// The intent that ``retry()`` repeats.
  @ObservationIgnored private var failedIntent = Intent.fetch
  @ObservationIgnored private var fetching: Task<Void, Never>?
  private let fetchResponseCode: FetchResponseCode
  private let followFetchCount: FollowFetchCount
  private let clearFetchedCodes: ClearFetchedCodes

  init(fetchResponseCode: FetchResponseCode, store: any FetchCountStoring) {
    self.fetchResponseCode = fetchResponseCode
    followFetchCount = FollowFetchCount(store: store)
    clearFetchedCodes = ClearFetchedCodes(store: store)
  }

  /// Starts a fetch that ``cancelFetch()`` can cancel.
  func startFetch() {
    guard !state.isLoading else { return }
    fetching = Task { await fetch() }
  }

  /// Cancels the running fetch; a code that has arrived is counted all the same.
  func cancelFetch() {
    fetching?.cancel()
    state.stopLoading()
  }

  /// Fetches once; ignored while a fetch is running.
  func fetch() async {
    guard !state.isLoading else { return }
    state.startLoading()
    do throws(FetchError) {
      let fetch = try await fetchResponseCode.execute()
      note(fetch)
      // After a cancelled fetch another one may be running.
      if !Task.isCancelled { state = .loaded(fetch) }
    } catch {
      if Task.isCancelled { return }
      fail(error, intent: .fetch)
    }
  }

  /// Drops the last codes and returns them; none if that failed.
  @discardableResult
  func clearCodes() async -> [FetchedCode] {
    do throws(FetchError) {
      let (fetchCount, dropped) = try await clearFetchedCodes.execute()
      self.fetchCount = fetchCount
      return dropped
    } catch {
      // The result of a fetch that began meanwhile matters more.
      if !state.isLoading { fail(error, intent: .clearCodes) }
      return []
    }
  }

  /// Puts dropped codes back, and returns the problem if that fails.
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
    case .fetch:
      startFetch()
      await fetching?.value
    case .clearCodes:
      dismissProblem()
      await clearCodes()
    }
  }

  func dismissProblem() {
    guard case .failed(_, let previous) = state else { return }
    state = previous.map(LoadState.loaded) ?? .initial
  }

  /// Follows the stored fetch count, also when other processes change it, until the task is cancelled.
  func follow() async {
    for await result in followFetchCount.execute() {
      switch result {
      case .success(let fetchCount): self.fetchCount = fetchCount
      case .failure(let error):
        // A running fetch will report the same.
        if !state.isLoading { fail(error, intent: .fetch) }
      }
    }
  }

  private func fail(_ error: FetchError, intent: Intent) {
    failedIntent = intent
    state.fail(FetchProblem(error))
  }

  /// Shows a fetch at once; changes by others come with the next news of the store.
  private func note(_ fetch: Fetch) {
    var fetchCount = fetchCount ?? FetchCount()
    // The store's news may have come first, and include this fetch already.
    guard fetchCount.count < fetch.count else { return }
    fetchCount.add(FetchedCode(responseCode: fetch.responseCode, fetchedAt: fetch.fetchedAt, duration: fetch.duration))
    fetchCount.count = fetch.count
    self.fetchCount = fetchCount
  }
}

/// A failed fetch in words for people.
public struct FetchProblem: Sendable {
  /// What failed.
  public let error: FetchError
  /// What happened, as a sentence.
  public let message: String
  /// What to do about it, where something can be said.
  public let hint: String?

  /// Words an error.
  public init(_ error: FetchError) {
    self.error = error
    switch error {
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
      let words = serviceMessage.map { " It says: \($0)" } ?? ""
      message = "The service refused the path that it had just handed out, \(attempts) times in a row.\(words)"
      hint = "When other clients use the service at the same time, try again later."
    case .cancelled:
      message = "The fetch was cancelled."
      hint = nil
    }
  }
}
