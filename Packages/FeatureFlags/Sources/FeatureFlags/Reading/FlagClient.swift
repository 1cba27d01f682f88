/// Reads flags from several layers.
///
/// ```swift
/// let catalog = try FlagCatalog(Flags.newSearch)
/// let flags = FlagClient(
///   catalog: catalog,
///   providers: [
///     CommandLineFlagProvider(assignments: arguments),
///     EnvironmentFlagProvider(prefix: "TOOL_FLAG_", environment: environment, catalog: catalog),
///   ]
/// )
/// if flags.value(of: Flags.newSearch) { … }
/// ```
///
/// Reading never throws and never waits: what doesn't fit is passed over and reported in ``warnings``. All members may be used from any
/// number of threads at once.
public final class FlagClient: Sendable {
  struct State {
    var snapshot: FlagSnapshot
    var lastTicket = 0
    var installed = 0
    var feeds: [WeakFeed] = []
    var observations: [FlagObservation] = []
  }

  /// The flags.
  public let catalog: FlagCatalog
  let providers: [any FlagProvider]
  let state: Guarded<State>
  private let reporter: FlagSnapshot.Reporter?
  private let today: @Sendable () -> CalendarDay

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - catalog: The flags.
  ///   - providers: The sources, in any order; their layers decide. Of several in one layer, the first comes first.
  ///   - reporter: Gets every reading of a flag, on the thread that reads, with no lock held. Its own readings are not reported.
  ///   - today: Tells the day, for flags that expire.
  public init(
    catalog: FlagCatalog,
    providers: [any FlagProvider],
    reporter: FlagSnapshot.Reporter? = nil,
    today: @escaping @Sendable () -> CalendarDay = { .today }
  ) {
    self.catalog = catalog
    // `sort` keeps the order of equal elements only by accident.
    self.providers = providers.enumerated()
      .sorted { ($0.element.layer, $0.offset) < ($1.element.layer, $1.offset) }
      .map(\.element)
    self.reporter = reporter
    self.today = today
    let first = FlagSnapshot(catalog: catalog, readings: [], today: today(), reporter: reporter)
    state = Guarded(State(snapshot: first))
    let observations = self.providers.map { provider in provider.observe { [weak self] in self?.refresh() } }
    state.withLock { $0.observations = observations }
    refresh()
  }

  deinit {
    let feeds = state.withLock { $0.feeds }
    for feed in feeds { feed.end() }
  }

  /// What a person should know about the sources of flags now.
  public var warnings: [FlagWarning] { snapshot().warnings }

  /// Returns the values of all flags now.
  ///
  /// - Returns: A snapshot that never changes.
  public func snapshot() -> FlagSnapshot {
    state.withLock { $0.snapshot }
  }

  /// Returns the value of a flag now; one that is not in the catalogue has its default.
  ///
  /// - Parameter flag: The flag.
  /// - Returns: The value.
  public func value<Value: FlagValue>(of flag: FeatureFlag<Value>) -> Value {
    snapshot().value(of: flag)
  }

  /// Returns the value of a flag now, with how it came about.
  ///
  /// - Parameter flag: The flag.
  /// - Returns: The value, why it is so, and what was passed over.
  public func details<Value: FlagValue>(of flag: FeatureFlag<Value>) -> FlagEvaluation<Value> {
    snapshot().details(of: flag)
  }

  /// Returns why a flag has its value: what every layer says, and which one decides.
  ///
  /// - Parameter flag: The flag.
  /// - Returns: The explanation.
  public func explain<Value: FlagValue>(_ flag: FeatureFlag<Value>) -> FlagExplanation {
    snapshot().explain(flag)
  }

  /// Asks all providers and makes a new snapshot.
  ///
  /// No lock is held meanwhile. Each call takes a number before it asks; a snapshot that began earlier never replaces one that began later, so
  /// what was changed before a call is seen after it.
  private func refresh() {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let readings = providers.map { LayerReading(provider: $0, reading: $0.reading()) }
    let snapshot = FlagSnapshot(catalog: catalog, readings: readings, today: today(), reporter: reporter)
    state.withLock { state in
      guard ticket > state.installed else { return }
      state.installed = ticket
      state.snapshot = snapshot
      state.feeds.removeAll { $0.isGone }
      // Within the lock, so that all observers see changes in the same order; offering only hands values over.
      for feed in state.feeds { feed.offer(snapshot) }
    }
  }
}
