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
    /// The last fetch failed; the last success stays visible.
    case failed(FetchProblem, previous: Fetch?)
  }

  /// What the screen shows.
  public private(set) var state: State = .initial

  private let fetchResponseCode: FetchResponseCode

  /// Makes the view model.
  public init(fetchResponseCode: FetchResponseCode) { self.fetchResponseCode = fetchResponseCode }

  /// Whether a fetch is running.
  public var isLoading: Bool {
    if case .loading = state { true } else { false }
  }

  /// Fetches once; ignored while a fetch is running.
  public func fetch() async {
    guard !isLoading else { return }
    let previous = lastFetch
    state = .loading(previous: previous)
    do throws(FetchError) {
      state = .loaded(try await fetchResponseCode.execute())
    } catch {
      state = .failed(FetchProblem(error), previous: previous)
    }
  }

  private var lastFetch: Fetch? {
    switch state {
    case .initial: nil
    case .loading(let previous), .failed(_, let previous): previous
    case .loaded(let fetch): fetch
    }
  }
}
