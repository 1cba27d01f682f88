import Components
import FeatureFlags
import Foundation
import Markets
import Networking
import Observation

struct ServiceStatus: Sendable {
  enum Health: Equatable, Sendable {
    /// The service hasn't been checked, or the check was cancelled.
    case unknown
    case checking
    /// Nothing was sent, because the program is offline.
    case skippedOffline
    case responds
    /// The service can't be reached or used; the associated value is the reason.
    case fails(String)
  }

  let service: ConfiguredService
  /// The service's address; `nil` for a built-in service.
  let url: URL?
  var health = Health.unknown
  /// The response time in the last check; `nil` if it isn't known.
  var duration: Duration?
  /// The time of the last completed check.
  var checkedAt: Date?

  var name: String { service.rawValue.capitalized }

  /// The response time above which a service counts as slow.
  static let slow = Duration.seconds(1)
  /// The age, in seconds, at which a check's result becomes outdated.
  private static let lifetime: TimeInterval = 600

  /// Returns the status, or an unknown status if the last check is outdated.
  func current(at now: Date) -> ServiceStatus {
    guard let checkedAt, !(0..<Self.lifetime).contains(now.timeIntervalSince(checkedAt)), health != .checking else {
      return self
    }
    return ServiceStatus(service: service, url: url)
  }
}

@MainActor
@Observable
final class SettingsViewModel {
  private(set) var flags: FlagSnapshot
  private var checkedServices: [ServiceStatus]
  /// The cache statistics; `nil` until they are read.
  private(set) var cacheStatistics: HTTPCache.Statistics?

  let preferences: Preferences
  /// A function that returns how long prices currently stay fresh, which is the minimum auto-refresh interval; `nil`
  /// if the source can't be used.
  let freshness: @MainActor () -> Duration?
  let declarations: [FlagDeclaration]
  @ObservationIgnored let currencies: @MainActor () throws(CommandFailure) -> [CurrencyCode]

  @ObservationIgnored private let applyFreshness: @MainActor (Freshness.Rule) -> Void
  @ObservationIgnored private let client: FlagClient
  @ObservationIgnored private let cache: HTTPCache
  @ObservationIgnored private let checkService:
    @MainActor (ConfiguredService) async throws(CommandFailure) -> ServiceCheck
  @ObservationIgnored private let now: @Sendable () -> Date
  @ObservationIgnored private var observation: Task<Void, Never>?
  @ObservationIgnored private var check: Task<Void, Never>?
  @ObservationIgnored private var resizing: Task<Int, Never>?

  init(
    flags: FlagClient,
    preferences: Preferences,
    cache: HTTPCache,
    services: [ServiceStatus],
    currencies: @escaping @MainActor () throws(CommandFailure) -> [CurrencyCode],
    checkService: @escaping @MainActor (ConfiguredService) async throws(CommandFailure) -> ServiceCheck,
    now: @escaping @Sendable () -> Date,
    freshness: @escaping @MainActor () -> Duration? = { nil },
    applyFreshness: @escaping @MainActor (Freshness.Rule) -> Void = { _ in }
  ) {
    self.freshness = freshness
    self.applyFreshness = applyFreshness
    client = flags
    self.flags = flags.snapshot()
    declarations = flags.catalog.declarations
    self.preferences = preferences
    self.cache = cache
    checkedServices = services
    self.currencies = currencies
    self.checkService = checkService
    self.now = now
  }

  /// Starts to observe flags, and reads the cache statistics.
  func appear() {
    observation =
      observation
      ?? Task { [weak self, client] in
        for await snapshot in client.snapshots() { self?.flags = snapshot }
      }
    readCacheStatistics()
  }

  func disappear() {
    observation?.cancel()
    observation = nil
  }

  /// Reads the cache statistics, and checks the services.
  func refresh() {
    readCacheStatistics()
    checkServices()
  }

  private func readCacheStatistics() {
    Task { [cache] in cacheStatistics = await Task.detached { cache.statistics }.value }
  }

  // MARK: Services

  /// The services' statuses, without check results that are more than ten minutes old.
  var services: [ServiceStatus] { checkedServices.map { $0.current(at: now()) } }

  var isChecking: Bool { checkedServices.contains { $0.health == .checking } }

  /// Checks all configured services at the same time, unless a check is running.
  ///
  /// Checks start only on request: they count toward call limits, and counter checks invalidate other clients' paths.
  private func checkServices() {
    guard !isChecking else { return }
    let configured = checkedServices.indices.filter { checkedServices[$0].url != nil }
    for index in configured { checkedServices[index].health = .checking }
    check = Task {
      await withTaskGroup(of: (index: Int, health: ServiceStatus.Health, duration: Duration?).self) { group in
        for index in configured {
          let service = checkedServices[index].service
          group.addTask { [self] in
            let (health, duration) = await self.result(of: service)
            return (index, health, duration)
          }
        }
        for await (index, health, duration) in group where !Task.isCancelled {
          checkedServices[index].health = health
          checkedServices[index].duration = duration
          checkedServices[index].checkedAt = now()
        }
      }
    }
  }

  /// Checks a service, and returns its health with its response time.
  private func result(of service: ConfiguredService) async -> (ServiceStatus.Health, Duration?) {
    do throws(CommandFailure) {
      switch try await checkService(service) {
      case .skippedOffline: return (.skippedOffline, nil)
      case .responds(let duration): return (.responds, duration)
      }
    } catch {
      return (.fails(error.message), nil)
    }
  }

  /// Cancels running checks, and returns whether a check was running.
  func cancelChecks() -> Bool {
    check?.cancel()
    check = nil
    let wasChecking = isChecking
    for index in checkedServices.indices where checkedServices[index].health == .checking {
      checkedServices[index].health = .unknown
    }
    return wasChecking
  }

  func isOn(_ declaration: FlagDeclaration) -> Bool {
    flags.explanation(ofKey: declaration.key)?.value == .boolean(true)
  }

  func set(_ declaration: FlagDeclaration, to isOn: Bool) throws(FlagOverrideError) -> Preferences.Undo {
    let undo = undoOverride(of: declaration)
    try client.setOverride(text: isOn ? "on" : "off", ofKey: declaration.key)
    return undo
  }

  func unset(_ declaration: FlagDeclaration) throws(FlagOverrideError) -> Preferences.Undo {
    let undo = undoOverride(of: declaration)
    try client.removeOverride(ofKey: declaration.key)
    return undo
  }

  /// Stores how long prices count as fresh, and applies the setting to the next request.
  func setFreshness(_ rule: Freshness.Rule) throws(CommandFailure) -> Preferences.Undo {
    let previous = preferences.freshness
    let undo = try preferences.setFreshness(rule)
    applyFreshness(rule)
    return { [self] in
      let problem = await undo()
      if problem == nil { applyFreshness(previous) }
      return problem
    }
  }

  func override(of declaration: FlagDeclaration) -> String? {
    switch flags.explanation(ofKey: declaration.key)?.answers.first(where: { $0.layer == .persisted })?.verdict {
    case .decides(let content), .overruled(let content), .malformed(let content):
      if case .string(let text) = content { text } else { content.description }
    case .silent, nil: nil
    }
  }

  private func undoOverride(of declaration: FlagDeclaration) -> Preferences.Undo {
    let previous = override(of: declaration)
    return { [client] in
      do throws(FlagOverrideError) {
        if let previous {
          try client.setOverride(text: previous, ofKey: declaration.key)
        } else {
          try client.removeOverride(ofKey: declaration.key)
        }
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  /// Stores the maximum cache size and resizes the cache; the task returns the number of removed responses.
  func setCacheSize(_ bytes: Int) throws(CommandFailure) -> (removed: Task<Int, Never>, undo: Preferences.Undo) {
    let previous = preferences.cacheSize
    let undo = try preferences.setCacheSize(bytes)
    return (
      resizeCache(bytes),
      { [self] in
        let problem = await undo()
        if problem == nil { _ = await resizeCache(previous).value }
        return problem
      }
    )
  }

  private func resizeCache(_ bytes: Int) -> Task<Int, Never> {
    let task = Task { [cache, earlier = resizing] in
      // Resize in order, so the last size wins.
      _ = await earlier?.value
      let (statistics, removed) = await Task.detached {
        let before = cache.statistics.evictions
        cache.setSizeLimit(bytes)
        let statistics = cache.statistics
        return (statistics, statistics.evictions - before)
      }.value
      cacheStatistics = statistics
      return removed
    }
    resizing = task
    return task
  }

  func clearCache() async {
    cacheStatistics = await Task.detached { [cache] in
      cache.clear()
      return cache.statistics
    }.value
  }
}
