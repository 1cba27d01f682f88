public import NetworkingFoundation

/// A private HTTP cache (RFC 9111) in memory and optionally on disk.
///
/// ```swift
/// let cache = HTTPCache(configuration: .init(folder: cachesFolder))
/// let client = APIClient(api: api, transport: transport, middleware: [cache])
/// ```
///
/// Once a GET response has been read to the end, it is stored if the service permits. HEAD requests can use it too.
/// A request's ``CachePolicy`` can override HTTP's rules. The response's ``CacheStatus`` describes the result.
///
/// Several processes may share a directory. Its files have mode 0600, and their names reveal neither URLs nor
/// credentials. A corrupt file is removed, and its content is requested again.
///
/// Place the cache outside the middleware that adds credentials and retries, because a cache hit needs neither.
public final class HTTPCache: Middleware {
  /// The initial configuration; ``sizeLimit`` is the current limit.
  package let configuration: Configuration

  let store: CacheStore
  let activity = CacheActivity()
  let clock: @Sendable () -> Date

  /// Creates a cache that reads or creates its directory on first use.
  ///
  /// - Parameters:
  ///   - configuration: The directory and the limits.
  ///   - now: A closure that returns the current time, for calculating ages.
  public convenience init(
    configuration: Configuration = Configuration(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(configuration: configuration, files: configuration.folder.map { SystemCacheFiles(folder: $0) }, now: now)
  }

  init(configuration: Configuration, files: (any CacheFiles)?, now: @escaping @Sendable () -> Date) {
    self.configuration = configuration
    clock = now
    store = CacheStore(
      disk: files.map { DiskTier(files: $0, rules: configuration.heuristics) },
      limits: CacheStore.Limits(configuration)
    )
  }

  /// Whether network requests are off, regardless of the requests' policies.
  ///
  /// A request without a usable stored response then fails with ``NetworkError/cacheMiss(url:)``.
  public var isOffline: Bool {
    get { activity.isOffline }
    set { activity.isOffline = newValue }
  }

  /// The current maximum size of all entries, in bytes.
  public var sizeLimit: Int { store.currentLimits.total }

  /// Changes the maximum total size of the entries, in bytes; 0 disables storing.
  ///
  /// Before this method returns, it removes excess entries from memory and disk: the least recently used entries first,
  /// and pinned entries (``CachePolicy/pinned()``) last. Bodies that are being read aren't interrupted.
  ///
  /// If no entry size limit was configured, an eighth of the new limit applies to each entry. Other processes that
  /// share the directory keep their limits. Like ``statistics``, this method reads the whole directory. A file that
  /// can't be removed counts as a storage failure.
  public func setSizeLimit(_ bytes: Int) {
    precondition(bytes >= 0, "a cache can't have a limit below 0")
    var changed = configuration
    changed.sizeLimit = bytes
    store.setLimits(CacheStore.Limits(changed))
  }

  /// Removes entries from memory and disk, and discards matching responses that are still being stored.
  public func clear(_ selection: Selection = .everything) { store.removeAll(selection) }

  /// Removes all entries for a URL.
  public func remove(_ url: URL) {
    if let key = CacheKey.digest(of: url) { store.remove(key) }
  }

  /// The current size and event counts; reading them scans the whole directory.
  public var statistics: Statistics { Statistics(store.totals(), activity.counts) }

  var now: TimeInterval { clock().timeIntervalSince1970 }
}

extension HTTPCache {
  /// A cache's settings.
  public struct Configuration: Sendable {
    package var folder: URL?
    package var sizeLimit: Int
    package var memoryLimit: Int
    package var entrySizeLimit: Int {
      get { chosenEntrySizeLimit ?? sizeLimit / 8 }
      set { chosenEntrySizeLimit = newValue }
    }
    package var storesCookies: Bool
    package var defaultPolicy: CachePolicy
    package var name: String

    /// Whether `Set-Cookie` fields are stored (RFC 9111, section 3.1).
    ///
    /// By default, they aren't stored on disk, where they would outlive the program.
    var keepsCookies: Bool { storesCookies || folder == nil }

    private var chosenEntrySizeLimit: Int?

    let heuristics = HeuristicRules()

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - folder: A directory that contains only cache entries; `nil` keeps entries in memory only.
    ///   - sizeLimit: The maximum total size, in bytes. Beyond this limit, the least recently used entries are removed.
    ///     Each additional process that uses the directory can exceed the limit by a sixteenth.
    ///   - memoryLimit: The maximum total size of the entries that are also kept in memory, in bytes.
    ///   - entrySizeLimit: The maximum size of an entry, in bytes; by default an eighth of `sizeLimit`. Larger
    ///     responses aren't stored.
    ///   - storesCookies: Whether `Set-Cookie` fields are stored with responses on disk. A cache without a folder
    ///     always stores them.
    ///   - defaultPolicy: The policy for requests that don't set a policy.
    ///   - name: This cache's name in ``CacheStatus``.
    public init(
      folder: URL? = nil,
      sizeLimit: Int = 256 << 20,
      memoryLimit: Int = 32 << 20,
      entrySizeLimit: Int? = nil,
      storesCookies: Bool = false,
      defaultPolicy: CachePolicy = .standard,
      name: String = "Networking"
    ) {
      self.folder = folder
      self.sizeLimit = sizeLimit
      self.memoryLimit = memoryLimit
      chosenEntrySizeLimit = entrySizeLimit
      self.storesCookies = storesCookies
      self.defaultPolicy = defaultPolicy
      self.name = name
    }
  }
}

extension HTTPCache {
  /// The entries that an operation applies to.
  public enum Selection: Sendable, Hashable, CaseIterable {
    /// All entries, pinned and unpinned.
    case everything
    /// The pinned entries, which are evicted last (``CachePolicy/pinned()``).
    case pinned
    /// All entries that aren't pinned.
    case unpinned

    func contains(_ name: EntryName) -> Bool {
      switch self {
      case .everything: true
      case .pinned: name.isPinned
      case .unpinned: !name.isPinned
      }
    }
  }
}

extension HTTPCache {
  /// A cache's size, and its event counts since it was created.
  public struct Statistics: Sendable, Hashable {
    /// The number of stored responses.
    public let entries: Int
    /// The total size of the entries in bytes, measured in the same way as `sizeLimit`.
    public let bytes: Int
    package let memoryBytes: Int
    /// The number of responses served without a request to the service.
    public let hits: Int
    /// The number of requests to the service.
    public let misses: Int
    /// The number of misses for which the service confirmed the stored response.
    package let confirmations: Int
    package let staleResponses: Int
    /// The number of entries removed to make room for other entries.
    public let evictions: Int
    package let damagedEntries: Int
    /// The number of background revalidations (`stale-while-revalidate`) that failed.
    package let failedRevalidations: Int
    package let storageFailures: Int
    /// The error message from the most recent failed file operation.
    public let lastStorageFailure: String?

    init(
      _ totals: (entries: Int, bytes: Int, memoryBytes: Int, counters: CacheStore.Counters),
      _ counts: CacheActivity.Counts
    ) {
      entries = totals.entries
      bytes = totals.bytes
      memoryBytes = totals.memoryBytes
      hits = counts.hits
      misses = counts.misses
      confirmations = counts.confirmations
      staleResponses = counts.staleResponses
      evictions = totals.counters.evicted
      damagedEntries = totals.counters.damaged
      failedRevalidations = counts.failedRevalidations
      storageFailures = totals.counters.failures
      lastStorageFailure = totals.counters.lastFailure
    }
  }
}

final class CacheActivity: Sendable {
  struct Counts: Sendable, Hashable {
    var hits = 0
    var misses = 0
    var confirmations = 0
    var staleResponses = 0
    var failedRevalidations = 0
  }

  private struct State {
    var counts = Counts()
    var isOffline = false
    var revalidations: [SHA256.Digest: Task<Void, Never>] = [:]
  }

  private let state = Locked(State())

  var counts: Counts { state.withLock { $0.counts } }

  func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0.counts) } }

  var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Starts background work, unless work for the key is already running.
  func revalidate(_ key: SHA256.Digest, _ work: @escaping @Sendable () async throws(NetworkError) -> Void) {
    state.withLock { state in
      guard state.revalidations[key] == nil else { return }
      state.revalidations[key] = Task {
        do throws(NetworkError) {
          try await work()
        } catch {
          // No caller is waiting for this error; the next request still finds the stale response.
          count { $0.failedRevalidations += 1 }
        }
        finish(key)
      }
    }
  }

  func settle() async {
    for task in state.withLock({ Array($0.revalidations.values) }) { await task.value }
  }

  private func finish(_ key: SHA256.Digest) {
    state.withLock { $0.revalidations[key] = nil }
  }
}
