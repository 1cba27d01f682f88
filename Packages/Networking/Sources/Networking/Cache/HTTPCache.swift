public import Foundation

/// A private HTTP cache (RFC 9111) in memory and optionally on disk.
///
/// ```swift
/// let cache = HTTPCache(configuration: .init(folder: cachesFolder))
/// let client = APIClient(api: api, transport: transport, middleware: [cache])
/// ```
///
/// Responses to GET are stored as the service allows, and used for GET and HEAD.
///
/// A request's ``CachePolicy`` makes exceptions, and the response's ``CacheStatus`` describes the result. Content is
/// stored while the caller reads it, and only if it is read to its end.
///
/// Several processes may share a folder.
///
/// Its files have mode 0600 and names that reveal nothing, neither URLs nor credentials. A corrupt file is removed, and
/// its content is requested again.
///
/// Place it outside the middleware that adds credentials and retries, so that a hit needs neither.
public final class HTTPCache: Middleware {
  /// The original configuration; ``sizeLimit`` is the current limit.
  package let configuration: Configuration

  let store: CacheStore
  let activity = CacheActivity()
  let clock: @Sendable () -> Date

  /// Creates a cache; its folder is read and created on first use.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - now: The clock for ages.
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

  /// Whether only the cache may respond to requests, regardless of their policies.
  ///
  /// A request without a stored response fails with ``NetworkError/cacheMiss(url:)``.
  public var isOffline: Bool {
    get { activity.isOffline }
    set { activity.isOffline = newValue }
  }

  /// The current maximum size of all entries, in bytes.
  public var sizeLimit: Int { store.currentLimits.total }

  /// Changes the maximum size of all entries.
  ///
  /// Before this returns, excess entries are removed from memory and disk: the least recently used ones first, and
  /// pinned ones (``CachePolicy/pinned()``) last. Bodies that are being read continue. The limit of one entry stays as
  /// configured, or becomes an eighth of the new limit. Other processes that use the folder keep their limits.
  ///
  /// Like ``statistics``, it reads the whole folder. A file that can't be removed counts as a storage failure.
  ///
  /// - Parameter bytes: The limit, at least 0; 0 stores nothing.
  public func setSizeLimit(_ bytes: Int) {
    precondition(bytes >= 0, "a cache can't have a limit below 0")
    var changed = configuration
    changed.sizeLimit = bytes
    store.setLimits(CacheStore.Limits(changed))
  }

  /// Removes entries in memory and on disk, and those about to be stored.
  ///
  /// - Parameter selection: The entries to remove.
  public func clear(_ selection: Selection = .everything) { store.removeAll(selection) }

  /// Removes all entries of a URL.
  public func remove(_ url: URL) {
    if let key = CacheKey.digest(of: url) { store.remove(key) }
  }

  /// The current size and counts; reads the whole folder.
  public var statistics: Statistics { Statistics(store.totals(), activity.counts) }

  var now: TimeInterval { clock().timeIntervalSince1970 }
}

extension HTTPCache {
  /// The settings of a cache.
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

    private var chosenEntrySizeLimit: Int?

    let heuristics = HeuristicRules()

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - folder: The folder for entries only; `nil` keeps them in memory only.
    ///   - sizeLimit: The maximum size of all entries, in bytes; beyond it, the least recently used ones are removed.
    ///     Each other process can exceed it by a sixteenth.
    ///   - memoryLimit: The maximum size of the entries that are in memory and on disk, in bytes.
    ///   - entrySizeLimit: The maximum size of one entry, in bytes; `nil` for an eighth of `sizeLimit`. Larger
    ///     responses aren't stored.
    ///   - storesCookies: Whether `Set-Cookie` is stored with a response.
    ///   - defaultPolicy: The policy of requests without one.
    ///   - name: The name of this cache in ``CacheStatus``.
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
  /// A kind of entries.
  public enum Selection: Sendable, Hashable, CaseIterable {
    /// All entries.
    case everything
    /// The entries that are removed last (``CachePolicy/pinned()``).
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
  /// The size of a cache, and its counts since it was created.
  public struct Statistics: Sendable, Hashable {
    /// The number of stored responses.
    public let entries: Int
    /// The size of all entries in bytes, counted like `sizeLimit`.
    public let bytes: Int
    package let memoryBytes: Int
    /// The number of responses without a request to the service.
    public let hits: Int
    /// The number of requests to the service.
    public let misses: Int
    /// The number of misses that the service confirmed.
    package let confirmations: Int
    package let staleResponses: Int
    /// The number of entries removed to make room.
    public let evictions: Int
    package let damagedEntries: Int
    /// The number of background revalidations (`stale-while-revalidate`) that failed.
    package let failedRevalidations: Int
    package let storageFailures: Int
    /// The message of the last failed file operation.
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

  /// Starts background work, unless some is already running for the key.
  func revalidate(_ key: SHA256.Digest, _ work: @escaping @Sendable () async throws(NetworkError) -> Void) {
    state.withLock { state in
      guard state.revalidations[key] == nil else { return }
      state.revalidations[key] = Task {
        do throws(NetworkError) {
          try await work()
        } catch {
          // No caller waits for it; the next request still finds a stale response.
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
