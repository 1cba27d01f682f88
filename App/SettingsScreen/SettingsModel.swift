import Components
import FeatureFlags
import Foundation
import Networking
import Observation

/// A service as the settings screen shows it.
struct ServiceStatus: Sendable {
  enum Health: Equatable, Sendable {
    /// It was not looked for yet.
    case unknown
    case looking
    case answers(HTTPStatus)
    case fails(String)
  }

  let name: String
  /// Its address; nil for the one inside the program.
  let url: URL?
  var health = Health.unknown
}

/// What the settings screen shows and changes.
@MainActor
@Observable
final class SettingsModel {
  /// The flags as they are now.
  private(set) var flags: FlagSnapshot
  /// The services and how they are.
  private(set) var services: [ServiceStatus]
  /// What is in the cache; nil before it was looked at.
  private(set) var cacheStatistics: HTTPCache.Statistics?

  /// The settings that can be changed.
  let preferences: Preferences
  /// The flags in their order.
  let declarations: [FlagDeclaration]

  @ObservationIgnored private let client: FlagClient
  @ObservationIgnored private let cache: HTTPCache
  @ObservationIgnored private let probe: @MainActor () throws(CommandFailure) -> ServiceProbe
  @ObservationIgnored private let timeout: Duration
  @ObservationIgnored private var observation: Task<Void, Never>?
  @ObservationIgnored private var looking: Task<Void, Never>?
  @ObservationIgnored private var resizing: Task<Int, Never>?

  init(
    flags: FlagClient,
    preferences: Preferences,
    cache: HTTPCache,
    services: [ServiceStatus],
    probe: @escaping @MainActor () throws(CommandFailure) -> ServiceProbe,
    timeout: Duration
  ) {
    client = flags
    self.flags = flags.snapshot()
    declarations = flags.catalog.declarations
    self.preferences = preferences
    self.cache = cache
    self.services = services
    self.probe = probe
    self.timeout = timeout
  }

  /// Begins to watch: flags as they change, the cache, and the services.
  func appear() {
    observation =
      observation
      ?? Task { [weak self, client] in
        for await snapshot in client.snapshots() { self?.flags = snapshot }
      }
    look()
  }

  /// Ends the watching.
  func disappear() {
    observation?.cancel()
    observation = nil
    looking?.cancel()
    looking = nil
  }

  /// Looks at the cache and asks the services whether they are there.
  func look() {
    looking?.cancel()
    looking = Task { [cache] in
      cacheStatistics = await Task.detached { cache.statistics }.value
      for index in services.indices {
        guard let url = services[index].url else { continue }
        let probe: ServiceProbe
        do throws(CommandFailure) {
          probe = try self.probe()
        } catch {
          services[index].health = .fails(error.message)
          continue
        }
        services[index].health = .looking
        let result = await probe.reach(url, within: timeout)
        guard !Task.isCancelled else { return }
        switch result {
        case .success(let status): services[index].health = .answers(status)
        case .failure(let error): services[index].health = .fails(error.message)
        }
      }
    }
  }

  /// Turns a flag that is on or off.
  func toggle(_ declaration: FlagDeclaration) throws(FlagOverrideError) {
    let isOn = flags.explanation(ofKey: declaration.key)?.value == .boolean(true)
    try client.setOverride(text: isOn ? "off" : "on", ofKey: declaration.key)
  }

  /// Forgets what was set for a flag.
  func unset(_ declaration: FlagDeclaration) throws(FlagOverrideError) {
    try client.removeOverride(ofKey: declaration.key)
  }

  /// Stores how large the cache may become, and has the running one keep to it.
  ///
  /// - Parameter bytes: The limit, within what the setting allows.
  /// - Returns: How many answers are removed to get there, once they are.
  /// - Throws: Why it can't be stored; then the cache stays as it was.
  func setCacheSize(_ bytes: Int) throws(CommandFailure) -> Task<Int, Never> {
    try preferences.setCacheSize(bytes)
    let task = Task { [cache, earlier = resizing] in
      // The last size that was chosen is the one that holds.
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

  /// Removes everything from the cache.
  func clearCache() async {
    cacheStatistics = await Task.detached { [cache] in
      cache.clear()
      return cache.statistics
    }.value
  }
}
