public import Observation

/// The state of the counter screen, and what can be asked of it.
@MainActor
@Observable
public final class FetchCounterViewModel {
  /// What the screen shows.
  public enum State: Sendable {
    /// Nothing was asked yet.
    case initial
    /// A fetch is running; the last one's result stays visible.
    case loading(previous: Fetch?)
    /// The last fetch succeeded.
    case loaded(Fetch)
    /// What was asked for failed; the last success stays visible.
    case failed(FetchProblem, previous: Fetch?)
  }

  private enum Intent {
    case fetch
    case clearCodes
  }

  /// What the screen shows.
  public private(set) var state: State = .initial
  /// What is kept, with the last codes; `nil` until it was read.
  public private(set) var fetchCount: FetchCount?

  /// What is asked for again by ``retry()``.
  @ObservationIgnored private var failedIntent = Intent.fetch
  private let fetchResponseCode: FetchResponseCode
  private let followFetchCount: FollowFetchCount
  private let clearFetchedCodes: ClearFetchedCodes

  /// Makes the view model.
  public init(
    fetchResponseCode: FetchResponseCode,
    followFetchCount: FollowFetchCount,
    clearFetchedCodes: ClearFetchedCodes
  ) {
    self.fetchResponseCode = fetchResponseCode
    self.followFetchCount = followFetchCount
    self.clearFetchedCodes = clearFetchedCodes
  }

  /// Whether a fetch is running.
  public var isLoading: Bool {
    if case .loading = state { true } else { false }
  }

  /// The last fetch that succeeded since the start.
  public var lastFetch: Fetch? {
    switch state {
    case .initial: nil
    case .loading(let previous), .failed(_, let previous): previous
    case .loaded(let fetch): fetch
    }
  }

  /// What is wrong, until it is dismissed or something else is asked for.
  public var problem: FetchProblem? {
    if case .failed(let problem, _) = state { problem } else { nil }
  }

  /// Fetches once; ignored while a fetch is running.
  public func fetch() async {
    guard !isLoading else { return }
    let previous = lastFetch
    state = .loading(previous: previous)
    do throws(FetchError) {
      let fetch = try await fetchResponseCode.execute()
      note(fetch)
      state = .loaded(fetch)
    } catch {
      fail(error, intent: .fetch, previous: previous)
    }
  }

  /// Drops the last codes; the count stays.
  public func clearCodes() async {
    do throws(FetchError) {
      fetchCount = try await clearFetchedCodes.execute()
    } catch {
      // A fetch that began meanwhile has more to say.
      if !isLoading { fail(error, intent: .clearCodes, previous: lastFetch) }
    }
  }

  /// Asks again for what failed.
  public func retry() async {
    guard problem != nil else { return }
    switch failedIntent {
    case .fetch: await fetch()
    case .clearCodes:
      dismissProblem()
      await clearCodes()
    }
  }

  /// Puts the problem away; the last success stays.
  public func dismissProblem() {
    guard case .failed(_, let previous) = state else { return }
    state = previous.map(State.loaded) ?? .initial
  }

  /// Follows what is kept, also when other processes change it, until the task is cancelled.
  public func follow() async {
    for await result in followFetchCount.execute() {
      switch result {
      case .success(let fetchCount): self.fetchCount = fetchCount
      case .failure(let error):
        // A running fetch will say the same.
        if !isLoading { fail(error, intent: .fetch, previous: lastFetch) }
      }
    }
  }

  private func fail(_ error: FetchError, intent: Intent, previous: Fetch?) {
    failedIntent = intent
    state = .failed(FetchProblem(error), previous: previous)
  }

  /// Shows a fetch at once; what others have counted meanwhile comes with the next news of the store.
  private func note(_ fetch: Fetch) {
    var fetchCount = fetchCount ?? FetchCount()
    // The store's news may have come first, and hold this fetch already.
    guard fetchCount.count < fetch.count else { return }
    fetchCount.add(FetchedCode(responseCode: fetch.responseCode, fetchedAt: fetch.fetchedAt, duration: fetch.duration))
    fetchCount.count = fetch.count
    self.fetchCount = fetchCount
  }
}
