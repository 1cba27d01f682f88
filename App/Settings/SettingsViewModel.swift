import Components
import FeatureFlags
import Foundation
import Markets
import Networking
import Observation

struct ServiceStatus: Sendable {
  enum Health: Equatable, Sendable {
    case unknown
    case checking
    case responds(HTTPStatus)
    /// The service responds, but refuses requests from this program.
    case refuses(HTTPStatus)
    case fails(String)

    /// Creates the health for the status of a response to a HEAD request for the base URL.
    ///
    /// The statuses 404, 405 and 501 count as responses, because working services need neither a resource at their base
    /// URL nor support for HEAD.
    init(_ status: HTTPStatus) {
      switch status.code {
      case 404, 405, 501: self = .responds(status)
      case 400..<500: self = .refuses(status)
      case 500...: self = .fails("fails with status \(status)")
      default: self = .responds(status)
      }
    }
  }

  let name: String
  /// The service's address; `nil` for a built-in service.
  let url: URL?
  var health = Health.unknown
  /// The response time of the last request.
  var duration: Duration?

  /// The response time for slow services.
  ///
  /// A longer response time counts as slow.
  static let slow = Duration.seconds(1)
}

/// The state of the settings screen: flags, preferences, cache and services.
@MainActor
@Observable
final class SettingsViewModel {
  private(set) var flags: FlagSnapshot
  private(set) var services: [ServiceStatus]
  /// The cache statistics; `nil` until they are read.
  private(set) var cacheStatistics: HTTPCache.Statistics?

  let preferences: Preferences
  /// A function that returns the current price freshness, which is the minimum auto-refresh interval; `nil` if the
  /// source can't be used.
  let freshness: @MainActor () -> Duration?
  let declarations: [FlagDeclaration]
  /// A function that returns the price source's currencies.
  @ObservationIgnored let currencies: @MainActor () throws(CommandFailure) -> [CurrencyCode]

  @ObservationIgnored private let applyFreshness: @MainActor (Freshness.Rule) -> Void
  @ObservationIgnored private let client: FlagClient
  @ObservationIgnored private let cache: HTTPCache
  @ObservationIgnored private let probe: @MainActor () throws(CommandFailure) -> ServiceProbe
  @ObservationIgnored private let timeout: Duration
  @ObservationIgnored private var observation: Task<Void, Never>?
  @ObservationIgnored private var check: Task<Void, Never>?
  @ObservationIgnored private var resizing: Task<Int, Never>?

  init(
    flags: FlagClient,
    preferences: Preferences,
    cache: HTTPCache,
    services: [ServiceStatus],
    currencies: @escaping @MainActor () throws(CommandFailure) -> [CurrencyCode],
    probe: @escaping @MainActor () throws(CommandFailure) -> ServiceProbe,
    timeout: Duration,
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
    self.services = services
    self.currencies = currencies
    self.probe = probe
    self.timeout = timeout
  }

  /// Starts to observe flags, and checks the cache and the services.
  func appear() {
    observation =
      observation
      ?? Task { [weak self, client] in
        for await snapshot in client.snapshots() { self?.flags = snapshot }
      }
    refresh()
  }

  func disappear() {
    observation?.cancel()
    observation = nil
    check?.cancel()
    check = nil
  }

  func refresh() {
    check?.cancel()
    check = Task { [cache] in
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
        services[index].health = .checking
        let start = ContinuousClock.now
        let result = await probe.reach(url, within: timeout)
        guard !Task.isCancelled else { return }
        switch result {
        case .success(let status):
          services[index].duration = start.duration(to: .now)
          services[index].health = ServiceStatus.Health(status)
        case .failure(let error): services[index].health = .fails(error.message)
        }
      }
    }
  }

  func toggle(_ declaration: FlagDeclaration) throws(FlagOverrideError) -> Preferences.Undo {
    let undo = undoOverride(of: declaration)
    let isOn = flags.explanation(ofKey: declaration.key)?.value == .boolean(true)
    try client.setOverride(text: isOn ? "off" : "on", ofKey: declaration.key)
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

  /// Returns a flag's stored value; `nil` if no value is stored.
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

  /// Stores the maximum cache size and resizes the cache.
  ///
  /// - Returns: A task that returns the number of removed responses, and the action that restores the previous size.
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

/// The cache sizes to step through with keys.
///
/// Other sizes can be typed.
enum CacheSizeSteps {
  static let sizes = [
    16_000_000, 32_000_000, 64_000_000, 128_000_000, 256_000_000, 512_000_000, 1_000_000_000, 2_000_000_000,
    4_000_000_000,
  ]

  /// Returns the next larger or smaller size; `nil` beyond the last size, because wrapping around would empty the
  /// cache.
  static func size(_ direction: Int, from size: Int) -> Int? {
    direction > 0 ? sizes.first { $0 > size } : sizes.last { $0 < size }
  }
}
